import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import PurchaseServer

// Rules 1, 2, 5 and 6: what the server knows of purchases.

extension SimulatedWorld {
    /// What the server knows of a customer.
    private struct Knowledge {
        let app: SimulatedApp
        let facts: PurchaseFacts
        let pendingUploads: Int
        /// What the store has sold to the account.
        let sold: [StoreTransaction]

        /// By transaction, the fact that was stated last.
        var newest: [String: PurchaseFact] {
            Dictionary(facts.purchases.map { ($0.transactionID, $0) }, uniquingKeysWith: SimulatedWorld.newer)
        }
    }

    /// Nothing while the server has no power.
    private func knowledge() async throws -> [Knowledge] {
        guard let application = server.application else { return [] }
        var all: [Knowledge] = []
        for app in apps {
            guard let customer = CustomerID("customer-\(app.number)") else { continue }
            all.append(
                Knowledge(
                    app: app,
                    facts: try await application.kept.facts(of: customer),
                    pendingUploads: try await application.kept.pendingUploadCount(of: customer),
                    sold: store.store.transactions(account: app.account).filter { !$0.isRestored }
                )
            )
        }
        return all
    }

    /// Rule 1.
    func lostPurchases() async throws -> [String] {
        try await knowledge().flatMap { known -> [String] in
            let transactions = Set(known.facts.purchases.map(\.transactionID))
            let lost = known.sold.filter { $0.isFinished && !transactions.contains($0.transactionID) }
            guard known.pendingUploads == 0 else { return [] }
            return lost.map {
                "\(known.app.account) paid for \($0.productID) (\($0.transactionID)), and the server has no trace of it"
            }
        }
    }

    /// Rule 2.
    func forgottenNotifications() async throws -> [String] {
        guard let application = server.application else { return [] }
        let known = try await knowledge()
        var newest = known.reduce(into: [String: PurchaseFact]()) { $0.merge($1.newest, uniquingKeysWith: Self.newer) }
        let sold = Dictionary(known.flatMap(\.sold).map { ($0.transactionID, $0) }) { first, _ in first }
        // What no customer has the server knows all the same.
        var chains: Set<String> = []
        for notification in acknowledged where newest[notification.transaction] == nil {
            guard chains.insert(notification.originalTransaction).inserted else { continue }
            let facts = try await application.keptFacts(
                ofOriginalTransactionID: notification.originalTransaction,
                in: .production
            )
            newest.merge(facts.purchases.map { ($0.transactionID, $0) }, uniquingKeysWith: Self.newer)
        }
        return acknowledged.compactMap { notification in
            guard let truth = sold[notification.transaction] else { return nil }
            guard let fact = newest[notification.transaction] else {
                return "\(notification.type) about \(notification.transaction) was acknowledged and is not known"
            }
            let mustBeRefunded = notification.type == "REFUND" && truth.revocationDate != nil
            return mustBeRefunded && fact.revocationDate == nil
                ? "the refund of \(notification.transaction) was acknowledged, and the server goes on as if it were none"
                : nil
        }
    }

    private static func newer(_ one: PurchaseFact, _ other: PurchaseFact) -> PurchaseFact {
        one.statedDate >= other.statedDate ? one : other
    }

    /// Rule 5.
    func giftsOfNobody() async throws -> [String] {
        guard let application = server.application else { return [] }
        var found: [String] = []
        for app in apps {
            guard let customer = CustomerID("customer-\(app.number)") else { continue }
            let bought = Set(store.store.transactions(account: app.account).map(\.productID))
            let entitled = try await application.statement(of: customer).entitlements.filter(\.isEntitled)
            found += entitled.filter { !bought.contains($0.productID) }.map {
                "\(customer) never bought \($0.productID)"
            }
        }
        return found
    }

    /// Rule 6.
    func strayPurchases() async throws -> [String] {
        try await knowledge().flatMap { known -> [String] in
            let own = Set(store.store.transactions(account: known.app.account).map(\.transactionID))
            return known.facts.purchases.filter { !own.contains($0.transactionID) }
                .map { "customer-\(known.app.number) has \($0.transactionID), which another account paid for" }.sorted()
        }
    }
}
