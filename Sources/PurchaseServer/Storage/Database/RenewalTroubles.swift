import AppStoreModels
import Entitlements
import Foundation

/// Finds out since when renewals are off or fail: from when on the App Store has said nothing else.
struct RenewalTroubles {
    let database: StorageDatabase

    /// - Parameter customer: The one whom aliases stand for.
    func all(of customer: CustomerID) throws -> [OwnedPurchase: RenewalTrouble] {
        let rows = try StorageRow.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT f.kind, f.content, f.last_stated_ms, f.digest, f.first_stated_ms FROM customer_chain c
                    JOIN fact f ON f.environment = c.environment
                        AND f.original_transaction_id = c.original_transaction_id
                    WHERE c.customer = ? AND f.kind = 'renewal' ORDER BY f.last_stated_ms, f.first_stated_ms
                    """
            ),
            arguments: [customer.value]
        )
        let reader = FactReader()
        var troubles: [OwnedPurchase: RenewalTrouble] = [:]
        var withRenewal: [OwnedPurchase: Date] = [:]
        var withCharge: [OwnedPurchase: Date] = [:]
        while let row = try rows.next() {
            var facts = PurchaseFacts()
            try reader.add(row, to: &facts)
            guard let fact = facts.renewals.first else { continue }
            let since = Date(millisecondsSince1970: try row.decode(atIndex: 4))
            let purchase = OwnedPurchase(ChainKey(fact))
            var trouble = troubles[purchase] ?? RenewalTrouble()
            if fact.autoRenewStatus == .off {
                trouble.turnedOff = Self.start(trouble.turnedOff, since, notBefore: withRenewal[purchase])
            } else {
                trouble.turnedOff = nil
                withRenewal[purchase] = fact.statedDate
            }
            if fact.isInBillingRetryPeriod == true {
                trouble.billingFailed = Self.start(trouble.billingFailed, since, notBefore: withCharge[purchase])
            } else {
                trouble.billingFailed = nil
                withCharge[purchase] = fact.statedDate
            }
            troubles[purchase] = trouble
        }
        return troubles.filter { $0.value != RenewalTrouble() }
    }

    /// When a trouble began that several facts tell of, each from its first statement to its last.
    ///
    /// `verifyReceipt` and signed data word the same thing differently and take turns, so the fact that was stated last
    /// may be the older one. A fact that was stated before things were well for a time, and again after it, says nothing
    /// of what was before.
    private static func start(_ known: Date?, _ since: Date, notBefore well: Date?) -> Date {
        let begun = well.map { max($0, since) } ?? since
        return known.map { min($0, begun) } ?? begun
    }
}
