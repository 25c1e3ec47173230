import AppStoreModels
package import Foundation

extension StoreEngine {
    /// Names the customer of a purchase in the developer's own system, as the App Store Server API can.
    ///
    /// The first transaction has the token from now on; of a subscription also the current one and all that come. Those
    /// between keep what they had.
    ///
    /// - Throws: `unknownTransaction`, `familyShared`; `invalidValue` if it is not the first transaction of its purchase
    package mutating func setAppAccountToken(_ token: UUID, originalTransactionID: String) throws(StoreError) {
        var first = try transaction(originalTransactionID)
        guard first.ownership == .purchased else {
            throw StoreError(
                .familyShared,
                "transaction \(originalTransactionID) came by Family Sharing; the developer's account is the purchaser's"
            )
        }
        guard first.originalTransactionID == originalTransactionID else {
            throw StoreError(
                .invalidValue,
                "\(originalTransactionID) is not the first transaction of its purchase; that is "
                    + first.originalTransactionID
            )
        }
        var chain = chains[originalTransactionID]
        var latest = chain.flatMap {
            $0.latestTransactionID == originalTransactionID ? nil : ledger[$0.latestTransactionID]
        }
        first.appAccountToken = token
        latest?.appAccountToken = token
        chain?.appAccountToken = token
        emit(.appAccountTokenSet, transactions: [first] + (latest.map { [$0] } ?? []), subscription: chain)
    }
}
