import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreClient {
    /// Everything that StoreKit 2 has on the device, signed; nil if there is nobody to ask, or nobody who answers.
    func signedHistory(at date: Date) async -> SignedHistory? {
        guard let context else { return nil }
        let found = Locked(SignedHistory?.none)
        let task = context.run { [weak self] in
            let all = await StoreKit2Context.read(Transaction.all) { self?.unverified($0) }
            // Sequences are empty where they fail.
            if all.isEmpty, !(await Product.isStoreReached()) { return }
            var history = SignedHistory(
                transactions: all.map(\.jwsRepresentation),
                renewals: [],
                confirmedAt: date
            )
            for group in Set(all.compactMap(\.transaction.subscriptionGroupID)).sorted() {
                history.renewals += await Self.renewals(in: group)
            }
            let read = history
            found.withLock { $0 = read }
        }
        await task?.value
        return found.withLock { $0 }
    }

    /// Where the subscriptions of a group stand. What StoreKit cannot say just now is left out: the transactions have their
    /// own ends.
    private static func renewals(in group: String) async -> [SignedHistory.Renewal] {
        let statuses = (try? await Product.SubscriptionInfo.status(for: group)) ?? []
        return statuses.compactMap { status in
            guard case .verified = status.transaction, case .verified = status.renewalInfo else { return nil }
            return SignedHistory.Renewal(
                transaction: status.transaction.jwsRepresentation,
                renewalInfo: status.renewalInfo.jwsRepresentation
            )
        }
    }
}
