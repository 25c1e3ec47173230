import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// Three levels; the middle one is also sold by the year and, by another name, by the month.
@Suite("Changes of plan: when they take effect, and what is paid back")
struct PlanChangeTests {
    /// A change on 16 February of a plan that was bought on 1 February 2026, and what comes of it.
    struct Change: Sendable, CustomTestStringConvertible {
        let from: String
        let to: String
        /// When the new plan begins and when its first period ends.
        let begins: String
        let ends: String
        /// What is paid back of the old period; nil if it runs to its end.
        let refund: String?

        var testDescription: String { "\(from) to \(to)" }
    }

    private static let changes = [
        // Upgrades begin at once: 13 of 28 days are left.
        Change(from: "low", to: "middle", begins: "2026-02-16", ends: "2026-03-16", refund: "4.64"),
        Change(from: "low", to: "middle-year", begins: "2026-02-16", ends: "2027-02-16", refund: "4.64"),
        Change(from: "middle", to: "high", begins: "2026-02-16", ends: "2026-03-16", refund: "9.29"),
        // 350 of 365 days are left.
        Change(from: "middle-year", to: "high", begins: "2026-02-16", ends: "2026-03-16", refund: "191.78"),
        // A crossgrade of the same length begins at once, one of another length with the next period.
        Change(from: "middle", to: "middle-too", begins: "2026-02-16", ends: "2026-03-16", refund: "9.29"),
        Change(from: "middle", to: "middle-year", begins: "2026-03-01", ends: "2027-03-01", refund: nil),
        Change(from: "middle-year", to: "middle", begins: "2027-02-01", ends: "2027-03-01", refund: nil),
        // Downgrades begin with the next period.
        Change(from: "high", to: "middle", begins: "2026-03-01", ends: "2026-04-01", refund: nil),
        Change(from: "high", to: "low", begins: "2026-03-01", ends: "2026-04-01", refund: nil),
        Change(from: "middle-year", to: "low", begins: "2027-02-01", ends: "2027-03-01", refund: nil),
    ]

    private static let plans: [(id: String, level: Int, period: String, price: String)] = [
        ("high", 1, "P1M", "30"), ("middle", 2, "P1M", "20"), ("middle-too", 2, "P1M", "21"),
        ("middle-year", 2, "P1Y", "200"), ("low", 3, "P1M", "10"),
    ]

    private func engine() throws -> StoreEngine {
        var configuration = try Shop.configuration()
        let sample = configuration.subscriptionGroups[0].subscriptions[0]
        configuration.subscriptionGroups[0].subscriptions = Self.plans.map { plan in
            var subscription = sample
            subscription.json["productID"] = .string(plan.id)
            subscription.json["groupNumber"] = .number(JSONNumber(plan.level))
            subscription.json["displayPrice"] = .string(plan.price)
            subscription.period = BillingPeriod(iso8601: plan.period)
            return subscription
        }
        let start = Shop.date("2026-02-01T00:00:00Z")
        var engine = StoreEngine(configuration: configuration, app: Shop.app, start: start, seed: 3)
        try engine.createAccount(id: Shop.flora)
        return engine
    }

    @Test("By buying", arguments: changes)
    func bought(_ change: Change) throws {
        var engine = try engine()
        let first = try engine.buy(change.from)
        try engine.advance(to: "2026-02-16T00:00:00Z")
        _ = try engine.buy(change.to)
        try check(change, first, &engine)
    }

    @Test("By choosing in the settings", arguments: changes)
    func chosen(_ change: Change) throws {
        var engine = try engine()
        let first = try engine.buy(change.from)
        try engine.advance(to: "2026-02-16T00:00:00Z")
        try engine.setRenewalProduct(change.to, originalTransactionID: first.transactionID)
        try check(change, first, &engine)
    }

    private func check(_ change: Change, _ first: StoreTransaction, _ engine: inout StoreEngine) throws {
        let chain = try engine.subscription(first.transactionID)
        let isImmediate = change.refund != nil
        #expect(chain.productID == (isImmediate ? change.to : change.from))
        #expect(chain.autoRenewProductID == change.to)
        try engine.advance(to: "\(change.begins)T00:00:00Z")
        let transactions = engine.transactions(account: Shop.flora)
        #expect(transactions.map(\.productID) == [change.from, change.to])
        let (old, new) = (transactions[0], transactions[1])
        #expect(new.purchaseDate == Shop.date("\(change.begins)T00:00:00Z"))
        #expect(new.expiresDate == Shop.date("\(change.ends)T00:00:00Z"))
        #expect(new.originalTransactionID == first.transactionID)
        #expect(new.originalPurchaseDate == first.purchaseDate)
        #expect(new.reason == (isImmediate ? .purchase : .renewal))
        #expect(old.isUpgraded == isImmediate)
        #expect(old.revocationDate == nil)
        #expect(old.proratedRefund?.amount == change.refund.flatMap { Decimal(string: $0) })
        // What was paid for in advance is not cut: the transaction still says until when it was bought.
        #expect(old.expiresDate == first.expiresDate)
    }

    @Test("A change that waits can be replaced by another, and by none")
    func changedMind() throws {
        var engine = try engine()
        let id = try engine.buy("high").transactionID
        for product in ["low", "middle", "high"] {
            try engine.setRenewalProduct(product, originalTransactionID: id)
            #expect(try engine.subscription(id).autoRenewProductID == product)
            #expect(try engine.subscription(id).productID == "high")
        }
        try engine.advance(to: "2026-03-02T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).map(\.productID) == ["high", "high"])
    }
}
