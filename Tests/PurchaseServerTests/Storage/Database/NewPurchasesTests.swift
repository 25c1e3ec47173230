import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("What is known of new purchases without a look into the database")
struct NewPurchasesTests {
    private static func facts(_ count: Int) -> PurchaseFacts {
        PurchaseFacts(purchases: (0..<count).map { Purchases.fact("chain-\($0)", product: "vase.\($0)", lasts: nil) })
    }

    private static func new(_ facts: PurchaseFacts, _ rules: EntitlementRules? = EntitlementRules()) -> NewPurchases {
        let stated = StatedChains(facts)
        return NewPurchases(stated, of: Set(stated.keys), at: Purchases.start, rules)
    }

    @Test("Of each what was stated of it")
    func each() {
        let facts = Self.facts(300)
        let known = Self.new(facts).known
        #expect(known.count == 300)
        #expect(known.values.allSatisfy { $0.purchases.count == 1 })
        #expect(known.values.reduce(into: PurchaseFacts()) { $0.formUnion($1) } == facts)
    }

    @Test(
        "What follows from all of very many, the same as who asks for it later would hear",
        arguments: [256, 257, 1_000]
    )
    func together(count: Int) throws {
        let facts = Self.facts(count)
        let together = try #require(Self.new(facts).together)
        #expect(together.facts == facts)
        #expect(together.date == Purchases.start)
        let expected = facts.entitlements(at: Purchases.start)
        #expect(together.entitlements.count == count)
        #expect(together.entitlements == expected)
    }

    @Test("What follows from few, or what nobody will ask for, is not worked out")
    func few() {
        #expect(Self.new(Self.facts(0)).together == nil)
        #expect(Self.new(Self.facts(255)).together == nil)
        #expect(Self.new(Self.facts(300), nil).together == nil)
    }

    @Test("What was stated in two ways is left to the database, and so is what follows from all")
    func twice() {
        var facts = Self.facts(300)
        var again = Purchases.fact("chain-7", product: "vase.7", lasts: nil)
        again.statedDate = Purchases.start + 60
        facts.insert(again)
        let new = Self.new(facts)
        #expect(new.known.count == 299)
        #expect(!new.known.keys.contains { $0.originalTransactionID == "chain-7" })
        #expect(new.together == nil)
    }
}
