import AppStoreModels
import Entitlements

extension ClaimOutcome {
    /// Demands that something of an upload is the customer's, and what the caller says was bought above all.
    ///
    /// - Parameter transactionID: What the caller says is in the receipt; nil if it says nothing.
    func check(_ transactionID: String?, among facts: PurchaseFacts) throws(Rejection) {
        guard !refused.isEmpty else { return }
        let meant = facts.purchases.filter { $0.transactionID == transactionID }.map { OwnedPurchase(ChainKey($0)) }
        guard held.isEmpty || meant.contains(where: refused.contains) else { return }
        throw Rejection(
            409,
            "purchase-of-another-customer",
            "the receipt is genuine, but its purchases belong to another customer of this app"
        )
    }

    /// What stays with somebody else, always in the same order.
    var refusedSorted: [OwnedPurchase] {
        refused.sorted {
            ($0.environment.rawValue, $0.originalTransactionID) < ($1.environment.rawValue, $1.originalTransactionID)
        }
    }
}
