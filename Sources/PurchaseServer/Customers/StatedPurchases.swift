package import Entitlements
package import Foundation

/// What the App Store has stated about a customer.
package struct StatedPurchases: Sendable {
    /// Who.
    package var customer: CustomerID
    /// Since when the server knows the customer.
    package var since: Date
    /// Everything that was stated.
    package var facts: PurchaseFacts

    /// What was stated about a customer.
    package init(customer: CustomerID, since: Date, facts: PurchaseFacts) {
        (self.customer, self.since, self.facts) = (customer, since, facts)
    }
}

extension PurchaseServerApplication {
    /// Writes down what was stated about customers, as if their receipts had come and were verified. Nobody is told of it, and
    /// the App Store is not asked again: a shop that was made up is known to none.
    package func keep(_ customers: [StatedPurchases]) async throws {
        // Others who write wait for one portion, not for all.
        for start in stride(from: 0, to: customers.count, by: 100) {
            try await storage.keep(Array(customers[start..<min(start + 100, customers.count)]))
        }
    }
}

extension PurchaseDatabase {
    fileprivate func keep(_ customers: [StatedPurchases]) async throws(PurchaseServerError) {
        try await write { [terms] database in
            let names = CustomerNames(database: database)
            for stated in customers {
                let clock = ServerClock(now: stated.since, statement: .earlier)
                let claims = ChainClaims(database: database, terms: terms, clock: clock)
                let owner = try names.remember(stated.customer, at: stated.since)
                _ = try Self.keep(stated.facts, from: .upload(owner), claims)
            }
        }
    }
}
