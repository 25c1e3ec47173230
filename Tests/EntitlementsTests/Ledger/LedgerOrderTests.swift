import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@Suite("The order in which a ledger hears of things")
struct LedgerOrderTests {
    private enum Arrival {
        case fact(PurchaseFact)
        case call(LedgerCall)
    }

    @Test(
        "Any order, and any repetition, gives the same balances and the same lines",
        arguments: RefundPolicy.allCases,
        UInt64(1)...40
    )
    func anyOrder(policy: RefundPolicy, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = try LedgerSample.rules(policy)
        let lived = try Self.lived(rules, &random)
        let arrivals = lived.purchases.purchases.map(Arrival.fact) + lived.calls.map(Arrival.call)

        var other = try ConsumableLedger(rules: rules)
        for arrival in (arrivals + arrivals.filter { _ in Bool.random(using: &random) }).shuffled(using: &random) {
            switch arrival {
            case .fact(let fact): other.formUnion(PurchaseFacts(purchases: [fact]))
            case .call(let call): try other.insert(call)
            }
        }
        #expect(other.balances == lived.balances, "seed \(seed)")
        #expect(other.entries == lived.entries, "seed \(seed)")

        for (currency, balance) in lived.balances {
            let lines = lived.entries.filter { $0.currency == currency }
            #expect(lines.reduce(0) { $0 + $1.amount } == balance, "seed \(seed)")
            #expect(lines.last?.balance == balance, "seed \(seed)")
            if policy != .takeBack { #expect(balance >= 0, "seed \(seed): \(currency)") }
        }
        let credits = lived.entries.filter { $0.kind == .credit && $0.currency == "coins" }.map(\.transactionID)
        #expect(Set(credits).count == credits.count, "seed \(seed)")
    }

    @Test("Repeating every call changes nothing and gives every answer again", arguments: UInt64(1)...40)
    func repetition(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let lived = try Self.lived(try LedgerSample.rules(.takeBack), &random)
        var again = lived
        for call in lived.calls.shuffled(using: &random) {
            let spent = call.changes.filter { $0.value < 0 }.mapValues { -$0 }
            let answer =
                spent.isEmpty
                ? try again.give(call.changes, key: call.key, at: Sample.day(500), reference: call.reference)
                : try again.spend(spent, key: call.key, at: Sample.day(500), reference: call.reference)
            #expect(answer == call, "seed \(seed)")
        }
        #expect(again == lived, "seed \(seed)")
    }

    /// A ledger with a life behind it: purchases, spending, refunds that are heard of late, refunds that are reversed.
    private static func lived(
        _ rules: LedgerRules,
        _ random: inout SeededGenerator
    ) throws -> ConsumableLedger {
        var ledger = try ConsumableLedger(rules: rules)
        for day in 0..<40 {
            let id = "\(Int.random(in: 0..<12, using: &random))"
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                ledger.formUnion(PurchaseFacts(purchases: [fact(id, on: id, stated: Double(day))]))
            case 2:
                let refunded = Double(Int.random(in: 0...day, using: &random))
                let refund = fact(id, on: id, stated: Double(day)) {
                    $0.revocationDate = Sample.day(refunded)
                    $0.revocationPercentage = [nil, 40_000].randomElement(using: &random) ?? nil
                }
                ledger.formUnion(PurchaseFacts(purchases: [refund]))
            case 3:
                let amount = Int64.random(in: 1...30, using: &random)
                _ = try? ledger.give(["coins": amount], key: "give-\(day)", at: Sample.day(Double(day)))
            default:
                let amount = Int64.random(in: 1...200, using: &random)
                _ = try? ledger.spend(["coins": amount], key: "spend-\(day)", at: Sample.day(Double(day)))
            }
        }
        return ledger
    }

    private static func fact(
        _ id: String,
        on number: String,
        stated: Double,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        let product = (Int(number) ?? 0) % 3 == 0 ? "chest" : "coins"
        return Sample.purchase(id, product: product, on: (Double(number) ?? 0) / 2, stated: stated, change)
    }
}
