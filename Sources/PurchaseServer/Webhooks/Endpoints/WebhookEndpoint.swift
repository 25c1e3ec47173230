package import AppStoreModels
package import Foundation

/// Where events are sent.
package struct WebhookEndpoint: Sendable, Hashable {
    /// Identifies it among ours.
    package let identifier: String
    /// Where to.
    package var address: String
    /// Which events; nil for all.
    package var types: Set<PurchaseEventType>?
    /// Of which App Store; nil for all.
    package var environment: AppStoreEnvironment?
    /// Whether events are sent; those of a time when it was off are not sent later.
    package var isEnabled: Bool
    /// Whether the App Store's own notifications are forwarded to it, as they came.
    package var forwardsNotifications: Bool
    /// In whose words events are told.
    package var shape = WebhookShape.own
    /// What its receiver wants to see in the field `Authorization`; never told to anybody else.
    package var authorization: String?
    /// When it was made.
    package let createdDate: Date

    /// What was asked for.
    package init(
        identifier: String,
        address: String,
        types: Set<PurchaseEventType>? = nil,
        environment: AppStoreEnvironment? = nil,
        isEnabled: Bool = true,
        forwardsNotifications: Bool = false,
        createdDate: Date
    ) {
        self.identifier = identifier
        self.address = address
        self.types = types
        self.environment = environment
        self.isEnabled = isEnabled
        self.forwardsNotifications = forwardsNotifications
        self.createdDate = createdDate
    }

    /// Whether an event goes to it.
    func wants(_ type: PurchaseEventType, of environment: AppStoreEnvironment?) -> Bool {
        guard isEnabled, types?.contains(type) ?? true else { return false }
        return self.environment == nil || self.environment == environment
    }
}
