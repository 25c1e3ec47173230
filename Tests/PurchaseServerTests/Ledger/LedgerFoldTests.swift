import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Balances from purchases and entries")
struct LedgerFoldTests {
    private static let start = Purchases.start

    private static func fold(_ refunds: BalanceRules.RefundPolicy = .takeBackUnspent) -> LedgerFold {
        LedgerFold(
            rules: BalanceRules(
                credits: ["coins": .init(currency: "coins", amount: 100), "gems": .init(currency: "gems", amount: 7)],
                refunds: refunds
            ),
            date: start + 10_000,
            clockTolerance: 300
        )
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

    private static func entry(_ amount: Int64, at seconds: TimeInterval) -> BalanceEntry {
        BalanceEntry(
            name: "\(amount)@\(seconds)",
            currency: "coins",
            amount: amount,
            madeDate: start + seconds,
            actor: "a"
        )
    }

    @Test("A transaction counts once however often it is stated, in its quantity")
    func once() {
        var twice = Self.bought("1")
        twice.statedDate += 60
        var many = Self.bought("2")
        many.quantity = 3
        let gems = Purchases.fact("3", product: "gems", lasts: nil)
        let other = Purchases.fact("4", product: "pro", lasts: nil)
        let facts = PurchaseFacts(purchases: [Self.bought("1"), twice, many, gems, other])
        #expect(Self.fold().balances(of: facts, and: []) == ["coins": 400, "gems": 7])
    }

    @Test(
        "What a refund takes back",
        arguments: [
            (BalanceRules.RefundPolicy.keep, Int64(-30), Int64(70)), (.keep, -100, 0),
            (.takeBackUnspent, -30, 0), (.takeBackUnspent, 0, 0), (.takeBack, -30, -30), (.takeBack, 0, 0),
        ]
    )
    func refunds(policy: BalanceRules.RefundPolicy, spent: Int64, left: Int64) {
        let facts = PurchaseFacts(purchases: [Self.bought("1", refunded: 50)])
        #expect(Self.fold(policy).balances(of: facts, and: [Self.entry(spent, at: 10)]) == ["coins": left])
    }

    @Test("What a refund could not take is not taken from what is bought later")
    func order() {
        let facts = PurchaseFacts(purchases: [Self.bought("1", refunded: 50), Self.bought("2", at: 100)])
        let entries = [Self.entry(-80, at: 10)]
        #expect(Self.fold().balances(of: facts, and: entries) == ["coins": 100])
        #expect(Self.fold(.takeBack).balances(of: facts, and: entries) == ["coins": 20])
    }

    @Test("A refund that was reversed was none")
    func reversed() {
        var back = Self.bought("1")
        back.statedDate = Self.start + 90
        let facts = PurchaseFacts(purchases: [Self.bought("1", refunded: 50), back])
        #expect(Self.fold().balances(of: facts, and: [Self.entry(-80, at: 10)]) == ["coins": 20])
    }

    @Test("What lies in the future, and other App Stores than those that count, count nothing")
    func excluded() {
        var fold = Self.fold()
        let facts = PurchaseFacts(purchases: [Self.bought("1"), Self.bought("2", at: 20_000)])
        #expect(fold.balances(of: facts, and: []) == ["coins": 100])
        fold = LedgerFold(
            rules: BalanceRules(credits: fold.rules.credits, environments: [.sandbox]),
            date: fold.date,
            clockTolerance: 0
        )
        #expect(fold.balances(of: facts, and: []) == [:])
    }

    @Test("No quantity makes it overflow, or takes anything", arguments: [Int.max, Int.min, -1, 0])
    func extreme(quantity: Int) {
        var fact = Self.bought("1", refunded: 50)
        fact.quantity = quantity
        let balance = Self.fold(.takeBack).balances(of: PurchaseFacts(purchases: [fact]), and: [])["coins"]
        #expect(balance == 0)
    }
}
