import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("What a refund does to a balance")
struct RefundPolicyTests {
    @Test(
        "All of it is taken, as much as is there, or nothing",
        arguments: [(RefundPolicy.takeBack, -80, -30), (.takeBackToZero, 0, 50), (.keep, 20, 70)]
            as [(RefundPolicy, Int64, Int64)]
    )
    func policies(policy: RefundPolicy, after: Int64, later: Int64) throws {
        var ledger = try LedgerSample.ledger(policy, LedgerSample.coins("1", on: 0))
        try ledger.spend(["coins": 80], key: "a", at: Sample.day(1))
        ledger.formUnion(PurchaseFacts(purchases: [LedgerSample.coins("1", on: 0, refunded: 5)]))
        #expect(ledger.balance(of: "coins") == after)
        try ledger.give(["coins": 50], key: "b", at: Sample.day(6))
        #expect(ledger.balance(of: "coins") == later)
        #expect(ledger.entries.reduce(0) { $0 + $1.amount } == later)
    }

    @Test("A debt is paid before anything can be spent")
    func debt() throws {
        var ledger = try LedgerSample.ledger(.takeBack, LedgerSample.coins("1", on: 0))
        try ledger.spend(["coins": 80], key: "a", at: Sample.day(1))
        ledger.formUnion(
            PurchaseFacts(purchases: [
                LedgerSample.coins("1", on: 0, refunded: 5), LedgerSample.coins("2", on: 6),
            ])
        )
        let error = LedgerSample.refusal { () throws(LedgerError) in
            try ledger.spend(["coins": 30], key: "b", at: Sample.day(7))
        }
        #expect(error?.balance == 20)
        #expect(try ledger.spend(["coins": 20], key: "b", at: Sample.day(7)).balances == ["coins": 0])
    }

    @Test("A refund that is reversed gives back what it took", arguments: RefundPolicy.allCases)
    func reversed(policy: RefundPolicy) throws {
        let ledger = try LedgerSample.ledger(
            policy,
            LedgerSample.coins("1", on: 0),
            LedgerSample.coins("1", on: 0, refunded: 5),
            LedgerSample.coins("1", on: 0, stated: 9)
        )
        #expect(ledger.balance(of: "coins") == 100)
        #expect(ledger.entries.map(\.kind) == [.credit])
    }

    @Test(
        "A refund of a part takes that part, rounded down",
        arguments: [
            (100_000, 100), (0, 0), (40_000, 40), (33_333, 33), (1, 0), (999_999, 100), (-4, 0), (nil, 100),
        ] as [(Int?, Int64)]
    )
    func part(percentage: Int?, taken: Int64) throws {
        let ledger = try LedgerSample.ledger(
            .takeBack,
            LedgerSample.coins("1", on: 0, refunded: 5) { $0.revocationPercentage = percentage }
        )
        #expect(ledger.balance(of: "coins") == 100 - taken)
    }

    @Test(
        "What a higher level took the place of keeps what it gave: nothing was paid back",
        arguments: RefundPolicy.allCases
    )
    func upgraded(policy: RefundPolicy) throws {
        // `verifyReceipt` has one date for refunds and upgrades; signed transactions have none of an upgrade.
        let signed = LedgerSample.coins("1", on: 0) { $0.price = 5 }
        let answered = LedgerSample.coins("1", on: 0, refunded: 5) { $0.isUpgraded = true }
        let signedLater = LedgerSample.coins("1", on: 0, stated: 9) { ($0.price, $0.isUpgraded) = (5, true) }
        let unflagged = LedgerSample.coins("1", on: 0, stated: 6, refunded: 5)
        for facts in [
            [answered], [signed, answered], [signed, answered, signedLater], [answered, unflagged],
            [signedLater, unflagged],
        ] {
            let ledger = try ConsumableLedger(
                rules: try LedgerSample.rules(policy),
                purchases: PurchaseFacts(purchases: facts)
            )
            #expect(ledger.balance(of: "coins") == 100)
            #expect(ledger.entries.map(\.kind) == [.credit])
        }
    }

    @Test("A refund of it, which signed transactions tell, takes its part, whatever is said of the upgrade")
    func refundedAfterUpgrade() throws {
        let ledger = try LedgerSample.ledger(
            .takeBack,
            LedgerSample.coins("1", on: 0, refunded: 5) {
                ($0.price, $0.isUpgraded, $0.revocationPercentage) = (5, true, 40_000)
            },
            LedgerSample.coins("1", on: 0, stated: 9, refunded: 2) { $0.isUpgraded = true }
        )
        #expect(ledger.entries.map(\.amount) == [100, -40])
        #expect(ledger.entries.last?.date == Sample.day(5))
    }

    @Test("A refund that is dated before its purchase takes it all the same")
    func earlyDate() throws {
        let ledger = try LedgerSample.ledger(.takeBackToZero, LedgerSample.coins("1", on: 5, refunded: 2))
        #expect(ledger.balance(of: "coins") == 0)
    }

    @Test("A refund that is heard of after the coins were spent takes what is left, as if it had been heard of in time")
    func late() throws {
        var ledger = try LedgerSample.ledger(.takeBackToZero, LedgerSample.coins("1", on: 0))
        try ledger.spend(["coins": 80], key: "a", at: Sample.day(5))
        ledger.formUnion(PurchaseFacts(purchases: [LedgerSample.coins("1", on: 0, refunded: 3)]))
        #expect(ledger.balance(of: "coins") == 0)
        #expect(ledger.entries.map(\.kind) == [.credit, .takeBack, .spend, .forgiven])
        #expect(ledger.entries.map(\.amount) == [100, -100, -80, 80])
        #expect(ledger.entries.map(\.balance) == [100, 0, -80, 0])
    }

    @Test("A call stands after all that it relied on, such as a period that was charged ahead")
    func chargedAhead() throws {
        var ledger = try LedgerSample.ledger(
            .takeBackToZero,
            LedgerSample.coins("1", on: 0, refunded: 2),
            LedgerSample.coins("2", on: 10)
        )
        let answer = try ledger.spend(["coins": 100], key: "a", at: Sample.day(9))
        #expect(answer.date == Sample.day(10))
        #expect(ledger.balance(of: "coins") == 0)
        #expect(!ledger.entries.contains { $0.kind == .forgiven })
    }
}
