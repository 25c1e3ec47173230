import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("What is told of the use of a purchase")
struct ConsumptionRuleTests {
    private static let start = Purchases.start

    private static func use(_ consumed: Int64? = nil, isDelivered: Bool = true) -> PurchaseUse {
        var use = PurchaseUse(
            of: Purchases.fact("1", product: "coins", lasts: nil) { $0.productType = .consumable },
            owner: nil,
            ledger: nil,
            at: start
        )
        use.isDelivered = isDelivered
        use.consumed = consumed
        return use
    }

    private static func answer(
        _ use: PurchaseUse,
        _ preference: ConsumptionPolicy.Preference = .byUse,
        _ version: ConsumptionPolicy.Version = .two
    ) -> JSONObject {
        let policy = ConsumptionPolicy(customersHaveConsented: true, preference: preference, version: version)
        return ConsumptionRule(policy: policy, date: start).answer(about: use)?.body ?? [:]
    }

    @Test(
        "What the developer would like follows from the policy and the use",
        arguments: [
            (.none, 50_000, true, nil), (.decline, nil, true, "DECLINE"), (.grantFull, nil, true, "GRANT_FULL"),
            (.grantProrated, nil, true, "GRANT_PRORATED"), (.byUse, nil, true, nil), (.byUse, 0, true, "GRANT_FULL"),
            (.byUse, 1, true, "GRANT_PRORATED"), (.byUse, 100_000, true, "DECLINE"),
            (.byUse, 100_000, false, "GRANT_FULL"),
        ] as [(ConsumptionPolicy.Preference, Int64?, Bool, String?)]
    )
    func preference(policy: ConsumptionPolicy.Preference, consumed: Int64?, isDelivered: Bool, wanted: String?) {
        let answer = Self.answer(Self.use(consumed, isDelivered: isDelivered), policy)
        #expect(answer[string: "refundPreference"] == wanted)
        #expect(answer[string: "deliveryStatus"] == (isDelivered ? "DELIVERED" : "UNDELIVERED_OTHER"))
        #expect(answer[integer: "consumptionPercentage"] == consumed)
        #expect(answer[boolean: "customerConsented"] == true)
    }

    @Test("Without consent there is nothing to tell")
    func noConsent() {
        let rule = ConsumptionRule(policy: ConsumptionPolicy(customersHaveConsented: false), date: Self.start)
        #expect(rule.answer(about: Self.use()) == nil)
    }

    @Test(
        "Ages and sums become Apple's steps",
        arguments: [
            (0, nil, 1, 0), (3, 0, 2, 1), (9.9, 0.01, 2, 2), (10, 49.99, 3, 2), (30, 50, 4, 3), (90, 100, 5, 4),
            (180, 500, 6, 5), (365, 1_000, 7, 6), (4_000, 2_000, 7, 7),
        ] as [(Double, Decimal?, Int64, Int64)]
    )
    func steps(days: Double, dollars: Decimal?, tenure: Int64, spent: Int64) {
        var use = Self.use(50_000)
        use.customerSince = Self.start - days * 86_400
        use.dollarsPurchased = dollars
        let answer = Self.answer(use, .none, .one)
        #expect(answer[integer: "accountTenure"] == tenure)
        #expect(answer[integer: "lifetimeDollarsPurchased"] == spent)
        #expect(answer[integer: "lifetimeDollarsRefunded"] == 0)
        #expect(answer[integer: "consumptionStatus"] == 2)
        #expect(answer[string: "appAccountToken"] == "")
    }

    @Test("The first version is for consumables and subscriptions only")
    func otherProducts() {
        let policy = ConsumptionPolicy(customersHaveConsented: true, version: .one)
        var use = Self.use()
        use.productType = .nonConsumable
        #expect(ConsumptionRule(policy: policy, date: Self.start).answer(about: use)?.version == .two)
    }

    @Test(
        "Of a subscription as much is used as of its period is over",
        arguments: [(-5, 0), (7.5, 25_000), (40, 100_000)] as [(Double, Int64)]
    )
    func elapsed(days: Double, consumed: Int64) {
        let use = PurchaseUse(of: Purchases.fact("1"), owner: nil, ledger: nil, at: Self.start + days * 86_400)
        #expect(use.consumed == consumed)
    }

    @Test("What was got first is spent first; what a refund took is not spent")
    func firstInFirstOut() throws {
        let rules = try LedgerRules(products: [.init("coins", gives: ["coins": 100])])
        let first = Purchases.fact("1", product: "coins", lasts: nil)
        let second = Purchases.fact("2", product: "coins", lasts: nil, at: Self.start + 10)
        var ledger = try ConsumableLedger(rules: rules, purchases: PurchaseFacts(purchases: [first, second]))
        #expect(PurchaseUse.spent(of: first, in: ledger.entries) == 0)
        try ledger.spend(["coins": 130], key: "a", at: Self.start + 20)
        #expect(PurchaseUse.spent(of: first, in: ledger.entries) == 100_000)
        #expect(PurchaseUse.spent(of: second, in: ledger.entries) == 30_000)
        let other = Purchases.fact("3", product: "pro", lasts: nil)
        #expect(PurchaseUse.spent(of: other, in: ledger.entries) == nil)
    }

    @Test(
        "What a refund took is not spent: neither of what was refunded, nor instead of what came after it",
        arguments: [RefundPolicy.takeBack, .takeBackToZero]
    )
    func refunded(policy: RefundPolicy) throws {
        let rules = try LedgerRules(products: [.init("coins", gives: ["coins": 100])], refundPolicy: policy)
        var first = Purchases.fact("1", product: "coins", lasts: nil)
        first.revocationDate = Self.start + 10
        let second = Purchases.fact("2", product: "coins", lasts: nil, at: Self.start + 20)
        var ledger = try ConsumableLedger(rules: rules, purchases: PurchaseFacts(purchases: [first, second]))
        #expect(PurchaseUse.spent(of: first, in: ledger.entries) == 0)
        try ledger.spend(["coins": 60], key: "a", at: Self.start + 30)
        #expect(PurchaseUse.spent(of: first, in: ledger.entries) == 0)
        #expect(PurchaseUse.spent(of: second, in: ledger.entries) == 60_000)
    }

    @Test("What was spent before the refund was heard of is spent of what was refunded")
    func refundHeardLate() throws {
        let rules = try LedgerRules(products: [.init("coins", gives: ["coins": 100])], refundPolicy: .takeBackToZero)
        var coins = Purchases.fact("1", product: "coins", lasts: nil)
        var ledger = try ConsumableLedger(rules: rules, purchases: PurchaseFacts(purchases: [coins]))
        try ledger.spend(["coins": 70], key: "a", at: Self.start + 30)
        coins.revocationDate = Self.start + 10
        ledger = try ConsumableLedger(rules: rules, purchases: PurchaseFacts(purchases: [coins]), calls: ledger.calls)
        #expect(ledger.entries.contains { $0.kind == .forgiven })
        #expect(PurchaseUse.spent(of: coins, in: ledger.entries) == 70_000)
    }

    @Test("Sums of dollars are told only if every price is known and in dollars")
    func dollars() {
        let paid = Purchases.fact("1", product: "coins", lasts: nil) { ($0.price, $0.currency) = (10, "USD") }
        let half = Purchases.fact("2", product: "coins", lasts: nil) {
            ($0.price, $0.currency) = (4, "USD")
            $0.revocationDate = Self.start
            $0.revocationPercentage = 50_000
        }
        var record = CustomerRecord(customer: "alice")
        record.facts = PurchaseFacts(purchases: [paid, half])
        var use = PurchaseUse(of: paid, owner: record, ledger: nil, at: Self.start)
        #expect(use.dollarsPurchased == 14)
        #expect(use.dollarsRefunded == 2)
        record.facts.insert(Purchases.fact("3", product: "coins", lasts: nil) { ($0.price, $0.currency) = (5, "EUR") })
        use = PurchaseUse(of: paid, owner: record, ledger: nil, at: Self.start)
        #expect(use.dollarsPurchased == nil)
    }
}
