import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Balances of customers from purchases and calls")
struct LedgerTermsTests {
    private static let start = Purchases.start

    private static func terms(
        _ refunds: RefundPolicy = .takeBackToZero,
        sandbox: SandboxRule = .nobody
    ) throws -> LedgerTerms {
        LedgerTerms(
            rules: try LedgerRules(
                products: [.init("coins", gives: ["coins": 100]), .init("gems", gives: ["gems": 7])],
                refundPolicy: refunds
            ),
            sandbox: sandbox,
            clockTolerance: 300
        )
    }

    private static func balances(
        _ purchases: [PurchaseFact],
        _ calls: [StoredLedgerCall] = [],
        of customer: CustomerID = "alice",
        by terms: LedgerTerms? = nil
    ) throws -> [LedgerCurrency: Int64] {
        var record = CustomerRecord(customer: customer)
        record.credits = PurchaseFacts(purchases: purchases)
        record.calls = calls
        return try (terms ?? Self.terms()).ledger(of: record, at: start + 10_000).balances
    }

    private static func bought(
        _ name: String,
        at seconds: TimeInterval = 0,
        refunded: TimeInterval? = nil
    ) -> PurchaseFact {
        Purchases.fact(name, product: "coins", lasts: nil, at: start + seconds) {
            $0.revocationDate = refunded.map { start + $0 }
            if let refunded { $0.statedDate = start + refunded }
        }
    }

    private static func call(_ amount: Int64, at seconds: TimeInterval) -> StoredLedgerCall {
        let call = LedgerCall(
            key: "\(amount)@\(seconds)",
            date: start + seconds,
            changes: ["coins": amount],
            reference: nil,
            balances: [:]
        )
        return StoredLedgerCall(name: call.key, call: call, actor: "a")
    }

    @Test("A transaction counts once however often it is stated, in its quantity")
    func once() throws {
        var twice = Self.bought("1")
        twice.statedDate += 60
        var many = Self.bought("2")
        many.quantity = 3
        let gems = Purchases.fact("3", product: "gems", lasts: nil)
        let other = Purchases.fact("4", product: "pro", lasts: nil)
        #expect(try Self.balances([Self.bought("1"), twice, many, gems, other]) == ["coins": 400, "gems": 7])
    }

    @Test(
        "What a refund takes back",
        arguments: [
            (RefundPolicy.keep, Int64(-30), Int64(70)), (.keep, -100, 0),
            (.takeBackToZero, -30, 0), (.takeBackToZero, -100, 0), (.takeBack, -30, -30), (.takeBack, -100, -100),
        ]
    )
    func refunds(policy: RefundPolicy, spent: Int64, left: Int64) throws {
        let balances = try Self.balances(
            [Self.bought("1", refunded: 50)],
            [Self.call(spent, at: 10)],
            by: Self.terms(policy)
        )
        #expect(balances == ["coins": left])
    }

    @Test("What a refund could not take is not taken from what is bought later")
    func order() throws {
        let purchases = [Self.bought("1", refunded: 50), Self.bought("2", at: 100)]
        let calls = [Self.call(-80, at: 10)]
        #expect(try Self.balances(purchases, calls) == ["coins": 100])
        #expect(try Self.balances(purchases, calls, by: Self.terms(.takeBack)) == ["coins": 20])
    }

    @Test("A refund that was reversed was none")
    func reversed() throws {
        var back = Self.bought("1")
        back.statedDate = Self.start + 90
        #expect(try Self.balances([Self.bought("1", refunded: 50), back], [Self.call(-80, at: 10)]) == ["coins": 20])
    }

    @Test("What lies in the future counts nothing, a purchase as little as a refund")
    func future() throws {
        #expect(try Self.balances([Self.bought("1"), Self.bought("2", at: 20_000)]) == ["coins": 100])
        var refunded = Self.bought("1")
        refunded.revocationDate = Self.start + 20_000
        #expect(try Self.balances([refunded]) == ["coins": 100])
    }

    @Test(
        "What was bought in the sandbox fills the balances of those whom the developer names, and of nobody else",
        arguments: [
            (SandboxRule.nobody, [:], [:]), (.everybody, ["coins": 100], ["coins": 100]),
            (.only(["alice"]), ["coins": 100], [:]),
        ] as [(SandboxRule, [LedgerCurrency: Int64], [LedgerCurrency: Int64])]
    )
    func sandbox(
        rule: SandboxRule,
        alice: [LedgerCurrency: Int64],
        bob: [LedgerCurrency: Int64]
    ) throws {
        var bought = Self.bought("1")
        bought.environment = .sandbox
        #expect(try Self.balances([bought], of: "alice", by: Self.terms(sandbox: rule)) == alice)
        #expect(try Self.balances([bought], of: "bob", by: Self.terms(sandbox: rule)) == bob)
    }

    @Test("A tester is known by any name")
    func alias() {
        var record = CustomerRecord(customer: "account")
        record.aliases = [CustomerAlias(alias: "tester", since: Self.start)]
        #expect(record.name(forSandbox: .only(["tester"])) == "tester")
        #expect(record.name(forSandbox: .only(["somebody"])) == "account")
    }

    @Test("No quantity makes it overflow, or takes anything", arguments: [Int.max, Int.min, -1, 0])
    func extreme(quantity: Int) throws {
        var fact = Self.bought("1", refunded: 50)
        fact.quantity = quantity
        #expect(try Self.balances([fact], by: Self.terms(.takeBack))["coins"] == 0)
    }
}
