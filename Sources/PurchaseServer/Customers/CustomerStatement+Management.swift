import AppStoreModels
import Entitlements
public import Foundation

// Where people look after their subscriptions. The addresses are the App Store's; on a device they open its own pages.

extension CustomerStatement {
    private static let subscriptionsPage = "https://apps.apple.com/account/subscriptions"
    private static let billingPage = "https://apps.apple.com/account/billing"

    /// Where the person changes or cancels subscriptions; nil without one that the App Store still looks after.
    public var managementURL: URL? {
        isAny(in: [.active, .gracePeriod, .billingRetry]) ? URL(string: Self.subscriptionsPage) : nil
    }

    /// Where the person mends what cannot be charged; nil if all that is due was paid.
    public var billingURL: URL? {
        isAny(in: [.gracePeriod, .billingRetry]) ? URL(string: Self.billingPage) : nil
    }

    private func isAny(in states: Set<EntitlementState>) -> Bool {
        entitlements.contains { $0.productType == .autoRenewableSubscription && states.contains($0.state) }
    }
}
