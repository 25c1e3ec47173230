import Entitlements
import Foundation

extension PurchaseStanding {
    /// Whether it was told already what lies in the future by a clock that has gone back since. The App Store has stated it,
    /// so it happened; told from how things stood before, it would be told again.
    func isAhead(of now: PurchaseStanding, _ facts: PurchaseFacts, at latest: Date) -> Bool {
        if transactionID != now.transactionID, purchaseDate > latest { return true }
        guard let refunded = state == .revoked ? transactionID : refundedTransactionID, !now.isRefund(of: refunded)
        else {
            return false
        }
        return facts.purchases.contains { purchase in
            purchase.transactionID == refunded
                && (purchase.purchaseDate > latest || purchase.revocationDate.map { $0 > latest } ?? false)
        }
    }

    /// Whether a transaction is refunded.
    private func isRefund(of transaction: String) -> Bool {
        refundedTransactionID == transaction || state == .revoked && transactionID == transaction
    }

    /// When time alone changes it, seen from a moment.
    func nextChange(after date: Date, _ rules: EntitlementRules) -> Date? {
        guard let end = nextChange else { return nil }
        // What the leeway goes on for ends with it.
        let leeway = state == .active ? rules.leeway(afterSeconds: end.timeIntervalSince(purchaseDate)) : 0
        return [end, end.addingTimeInterval(leeway)].first { $0 > date }
    }
}
