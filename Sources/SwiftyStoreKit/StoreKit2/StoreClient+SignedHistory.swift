import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A transaction of StoreKit 2 as the App Store signed it.
package struct SignedPurchase: Sendable, Hashable {
    package let identifier: String
    package let jws: String
    /// Where the subscription stands, signed; of the latest transaction of each subscription only.
    package let renewalInfo: String?

    package init(identifier: String, jws: String, renewalInfo: String? = nil) {
        (self.identifier, self.jws, self.renewalInfo) = (identifier, jws, renewalInfo)
    }
}

extension StoreClient {
    /// Every verified transaction that StoreKit 2 has on the device, newest first; empty if there is nobody to ask.
    package func signedPurchases() async -> [SignedPurchase] {
        let found: [SignedPurchase]? = await onStoreKit2 { [weak self] in
            let all = await StoreKit2Context.read(Transaction.all) { self?.unverified($0) }
            var renewals: [String: String] = [:]
            for group in Set(all.compactMap(\.transaction.subscriptionGroupID)) {
                for status in await Self.verifiedStatuses(in: group) {
                    let identifier = String(status.transaction.unsafePayloadValue.id)
                    renewals[identifier] = status.renewalInfo.jwsRepresentation
                }
            }
            return all.sorted { $0.transaction.purchaseDate > $1.transaction.purchaseDate }
                .map { SignedPurchase(identifier: $0.id, jws: $0.jwsRepresentation, renewalInfo: renewals[$0.id]) }
        }
        return found ?? []
    }

    /// Everything that StoreKit 2 has on the device, signed; nil if there is nobody to ask, or nobody who answers.
    func signedHistory(at date: Date) async -> SignedHistory? {
        let found: SignedHistory?? = await onStoreKit2 { [weak self] in
            let all = await StoreKit2Context.read(Transaction.all) { self?.unverified($0) }
            // Sequences are empty where they fail.
            if all.isEmpty, !(await Product.isStoreReached()) { return nil }
            var history = SignedHistory(
                transactions: all.map(\.jwsRepresentation),
                renewals: [],
                confirmedAt: date
            )
            for group in Set(all.compactMap(\.transaction.subscriptionGroupID)).sorted() {
                history.renewals += await Self.renewals(in: group)
            }
            return history
        }
        return found ?? nil
    }

    /// Listens to what changes about subscriptions: what fails to renew, goes on in a grace period, or ends makes no transaction.
    /// Nil if there is nobody to listen to.
    func listenToStatuses() -> HandedOver<Product.SubscriptionInfo.Status.Statuses.AsyncIterator>? {
        context?.make { Product.SubscriptionInfo.Status.updates.makeAsyncIterator() }
    }

    /// Where the subscriptions of a group stand. What StoreKit cannot say just now is left out: the transactions have their
    /// own ends.
    private static func renewals(in group: String) async -> [SignedHistory.Renewal] {
        await verifiedStatuses(in: group).map { status in
            SignedHistory.Renewal(
                transaction: status.transaction.jwsRepresentation,
                renewalInfo: status.renewalInfo.jwsRepresentation
            )
        }
    }

    private static func verifiedStatuses(in group: String) async -> [Product.SubscriptionInfo.Status] {
        let statuses = (try? await Product.SubscriptionInfo.status(for: group)) ?? []
        return statuses.filter { status in
            guard case .verified = status.transaction, case .verified = status.renewalInfo else { return false }
            return true
        }
    }
}
