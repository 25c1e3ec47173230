import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("A ledger of consumables")
struct ConsumableLedgerTests {
    @Test("A transaction credits what its product gives, times its quantity, in each currency")
    func credit() throws {
        let ledger = try LedgerSample.ledger(
            .keep,
            LedgerSample.coins("1", on: 0) { $0.quantity = 3 },
            Sample.purchase("2", product: "chest", on: 1),
            Sample.purchase("3", product: "unknown", on: 2)
        )
        #expect(ledger.balances == ["coins": 800, "gems": 2])
        #expect(ledger.balance(of: "coins") == 800)
        #expect(ledger.balance(of: "pearls") == 0)
        #expect(ledger.entries.map(\.kind) == [.credit, .credit, .credit])
        #expect(ledger.entries.map(\.amount) == [300, 500, 2])
        #expect(ledger.entries.map(\.transactionID) == ["1", "2", "2"])
        #expect(ledger.entries.map(\.productID) == ["coins", "chest", "chest"])
        #expect(ledger.entries.map(\.balance) == [300, 800, 2])
    }

    @Test("It credits once, however often and in how many ways the transaction is stated")
    func once() throws {
        var ledger = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0))
        ledger.formUnion(PurchaseFacts(purchases: [LedgerSample.coins("1", on: 0)]))
        ledger.formUnion(
            PurchaseFacts(purchases: [LedgerSample.coins("1", on: 0, stated: 5) { $0.storefront = "DEU" }])
        )
        #expect(ledger.balances == ["coins": 100])
    }

    @Test("Purchases of an App Store that does not count credit nothing")
    func sandbox() throws {
        let purchases = PurchaseFacts(purchases: [
            LedgerSample.coins("1", on: 0), LedgerSample.coins("1", on: 0) { $0.environment = .sandbox },
        ])
        let balance = { (environments: Set<AppStoreEnvironment>) in
            let rules = try LedgerSample.rules(.keep, environments: environments)
            return try ConsumableLedger(rules: rules, purchases: purchases).balance(of: "coins")
        }
        #expect(try balance([.production]) == 100)
        #expect(try balance(SandboxRule.only(["ann"]).environments(for: "ann")) == 200)
        #expect(try balance([]) == 0)
    }

    @Test("What a product gives is what its row said when it was bought")
    func rows() throws {
        let rules = try LedgerRules(products: [
            .init("coins", gives: ["coins": 120], validFrom: Sample.day(20)), .init("coins", gives: ["coins": 100]),
            .init("late", gives: ["coins": 7], validFrom: Sample.day(5)),
        ])
        let ledger = try ConsumableLedger(
            rules: rules,
            purchases: PurchaseFacts(purchases: [
                LedgerSample.coins("1", on: 19), LedgerSample.coins("2", on: 20),
                Sample.purchase("3", product: "late", on: 4), Sample.purchase("4", product: "late", on: 6),
            ])
        )
        #expect(ledger.entries.map(\.amount) == [7, 100, 120])
    }

    @Test("Spending takes what is there, and the answer tells the balances after it")
    func spend() throws {
        var ledger = try LedgerSample.ledger(.keep, Sample.purchase("2", product: "chest", on: 0))
        let answer = try ledger.spend(["coins": 120, "gems": 2], key: "a", at: Sample.day(1), reference: "a castle")
        #expect(answer.key == "a")
        #expect(answer.changes == ["coins": -120, "gems": -2])
        #expect(answer.balances == ["coins": 380, "gems": 0])
        #expect(answer.reference == "a castle")
        #expect(ledger.balances == ["coins": 380, "gems": 0])
        #expect(ledger.calls == [answer])
        let spent = try #require(ledger.entries.last)
        #expect(spent.kind == .spend)
        #expect(spent.callKey == "a")
        #expect(spent.reference == "a castle")
        #expect(spent.date == Sample.day(1))
    }

    @Test("The same call again gets the same answer and spends nothing")
    func idempotent() throws {
        var ledger = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0))
        let first = try ledger.spend(["coins": 60], key: "a", at: Sample.day(1))
        try ledger.spend(["coins": 10], key: "b", at: Sample.day(2))
        let again = try ledger.spend(["coins": 60], key: "a", at: Sample.day(3))
        #expect(again == first)
        #expect(again.balances == ["coins": 40])
        #expect(ledger.balance(of: "coins") == 30)
    }

    @Test("The same key with another content is refused, and changes nothing")
    func keyReused() throws {
        var ledger = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0))
        try ledger.spend(["coins": 60], key: "a", at: Sample.day(1), reference: "hat")
        let before = ledger
        let codes = [
            LedgerSample.refusal { () throws(LedgerError) in
                try ledger.spend(["coins": 61], key: "a", at: Sample.day(1), reference: "hat")
            },
            LedgerSample.refusal { () throws(LedgerError) in
                try ledger.spend(["coins": 60], key: "a", at: Sample.day(1), reference: "coat")
            },
            LedgerSample.refusal { () throws(LedgerError) in
                try ledger.give(["coins": 60], key: "a", at: Sample.day(1), reference: "hat")
            },
        ].map { $0?.code }
        #expect(codes == [.keyReused, .keyReused, .keyReused])
        #expect(ledger == before)
    }

    @Test("More than there is cannot be spent, nor any part of the call; after the next purchase it may be repeated")
    func balanceTooLow() throws {
        var ledger = try LedgerSample.ledger(.keep, Sample.purchase("2", product: "chest", on: 0))
        let before = ledger
        let error = LedgerSample.refusal { () throws(LedgerError) in
            try ledger.spend(["coins": 10, "gems": 3], key: "a", at: Sample.day(1))
        }
        #expect(error?.code == .balanceTooLow)
        #expect(error?.currency == "gems")
        #expect(error?.amount == 3)
        #expect(error?.balance == 2)
        #expect(ledger == before)
        ledger.formUnion(PurchaseFacts(purchases: [Sample.purchase("3", product: "chest", on: 2)]))
        #expect(try ledger.spend(["coins": 10, "gems": 3], key: "a", at: Sample.day(3)).balances["gems"] == 1)
    }

    @Test("What the developer gives can be spent, and is given once by its key")
    func give() throws {
        var ledger = try LedgerSample.ledger(.keep)
        try ledger.give(["coins": 20], key: "welcome", at: Sample.day(0))
        try ledger.give(["coins": 20], key: "welcome", at: Sample.day(1))
        #expect(ledger.balances == ["coins": 20])
        #expect(ledger.entries.map(\.kind) == [.gift])
        #expect(try ledger.spend(["coins": 20], key: "a", at: Sample.day(2)).balances == ["coins": 0])
    }

    @Test(
        "What is no call is refused",
        arguments: [
            (["coins": 0], "a", .invalidAmount), (["coins": -1], "a", .invalidAmount),
            (["coins": .min], "a", .invalidAmount), (["coins": LedgerRules.maximumAmount + 1], "a", .invalidAmount),
            (["": 1], "a", .unnamedCurrency), ([:], "a", .emptyCall), (["coins": 1], "", .emptyKey),
        ] as [([LedgerCurrency: Int64], String, LedgerError.Code)]
    )
    func bad(amounts: [LedgerCurrency: Int64], key: String, code: LedgerError.Code) throws {
        var ledger = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0))
        let before = ledger
        let spending = LedgerSample.refusal { () throws(LedgerError) in
            try ledger.spend(amounts, key: key, at: Sample.day(1))
        }
        let giving = LedgerSample.refusal { () throws(LedgerError) in
            try ledger.give(amounts, key: key, at: Sample.day(1))
        }
        #expect(spending?.code == code)
        #expect(giving?.code == code)
        #expect(ledger == before)
    }

    @Test(
        "Rules that say nothing, or two things, are refused",
        arguments: [
            ([.init("", gives: ["coins": 1])], .unnamedProduct), ([.init("a", gives: ["": 1])], .unnamedCurrency),
            ([.init("a", gives: ["coins": 0])], .invalidAmount),
            ([.init("a", gives: ["coins": 1]), .init("a", gives: ["coins": 2])], .repeatedProduct),
            ([.init("a", gives: ["coins": LedgerRules.maximumAmount + 1])], .invalidAmount),
        ] as [([LedgerRules.Product], LedgerError.Code)]
    )
    func badRules(products: [LedgerRules.Product], code: LedgerError.Code) {
        let error = LedgerSample.refusal { () throws(LedgerError) in _ = try LedgerRules(products: products) }
        #expect(error?.code == code)
    }

    @Test(
        "A wrong quantity neither overflows nor credits nothing",
        arguments: [(Int.max, 100_000), (0, 100), (-5, 100)] as [(Int, Int64)]
    )
    func quantity(quantity: Int, balance: Int64) throws {
        let ledger = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0) { $0.quantity = quantity })
        #expect(ledger.balance(of: "coins") == balance)
    }

    @Test("A call is stored as JSON; a ledger of stored calls goes on where it was")
    func stored() throws {
        var ledger = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0))
        let answer = try ledger.spend(["coins": 60], key: "a", at: Sample.day(1), reference: "hat")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = """
            {"balances":{"coins":40},"changes":{"coins":-60},"date":1700086400000,"key":"a","reference":"hat"}
            """
        #expect(String(decoding: try encoder.encode(answer), as: UTF8.self) == text)
        let read = try JSONDecoder().decode(LedgerCall.self, from: Data(text.utf8))
        #expect(read == answer)
        let again = try ConsumableLedger(rules: ledger.rules, purchases: ledger.purchases, calls: [read, read])
        #expect(again == ledger)
    }

    @Test("Two stored calls with one key are refused")
    func conflict() throws {
        var one = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0))
        var other = one
        try one.spend(["coins": 60], key: "a", at: Sample.day(1))
        try other.spend(["coins": 61], key: "a", at: Sample.day(1))
        let rules = one.rules
        let calls = one.calls + other.calls
        let error = LedgerSample.refusal { () throws(LedgerError) in
            _ = try ConsumableLedger(rules: rules, calls: calls)
        }
        #expect(error?.code == .keyReused)
    }

    @Test("An error says what was seen and what to do")
    func texts() throws {
        var ledger = try LedgerSample.ledger(.keep, LedgerSample.coins("1", on: 0))
        let error = LedgerSample.refusal { () throws(LedgerError) in
            try ledger.spend(["coins": 150], key: "a", at: Sample.day(1))
        }
        #expect(
            error?.description == "150 coins were to be spent and 100 are there; nothing was spent, ask for less"
        )
    }
}
