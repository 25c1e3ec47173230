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
        while let row = try rows.next() {
            var facts = PurchaseFacts()
            try reader.add(row, to: &facts)
            guard let fact = facts.renewals.first else { continue }
            let since = Date(millisecondsSince1970: try row.decode(atIndex: 4))
            let purchase = OwnedPurchase(ChainKey(fact))
            var trouble = troubles[purchase] ?? RenewalTrouble()
            trouble.turnedOff = fact.autoRenewStatus == .off ? trouble.turnedOff ?? since : nil
            trouble.billingFailed = fact.isInBillingRetryPeriod == true ? trouble.billingFailed ?? since : nil
            troubles[purchase] = trouble
        }
        return troubles.filter { $0.value != RenewalTrouble() }
    }
}
