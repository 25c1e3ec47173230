import Entitlements
import Foundation
import PurchaseFigures
import TestSupport
import Testing

@Suite("Rows that are kept as facts come")
struct ArrivalPropertyTests {
    private enum Arrival {
        case purchase(PurchaseFact)
        case renewal(RenewalFact)
    }

    private static func arrivals(_ shop: RandomShop, _ random: inout SeededGenerator) -> [(String, Arrival)] {
        let all = shop.histories.flatMap { history in
            history.purchases.map { (history.chain, Arrival.purchase($0)) }
                + history.renewals.map { (history.chain, Arrival.renewal($0)) }
        }
        // Some come twice.
        return (all + all.shuffled(using: &random).prefix(all.count / 5)).shuffled(using: &random)
    }

    @Test("In any order they are those of a rebuild", arguments: UInt64(1)...30)
    func anyOrder(seed: UInt64) {
        let shop = RandomShop(seed: seed, chains: 10)
        var random = SeededGenerator(seed: seed)
        var known: [String: PurchaseFacts] = [:]
        var booked: [String: [Contribution]] = [:]
        var rows = FigureRows()
        for (number, (chain, arrival)) in Self.arrivals(shop, &random).enumerated() {
            switch arrival {
            case .purchase(let fact): known[chain, default: PurchaseFacts()].insert(fact)
            case .renewal(let fact): known[chain, default: PurchaseFacts()].insert(fact)
            }
            let facts = known[chain] ?? PurchaseFacts()
            let present =
                shop.rules.contributions(of: facts)
                + CustomerPurchases(firstSeen: RandomHistory.start, facts: facts).contributions(rules: shop.rules)
            rows.add(Contribution.changes(from: booked[chain] ?? [], to: present))
            booked[chain] = present
            if number % 7 == 0 { #expect(rows == Self.rebuilt(known, shop.rules), "seed \(seed), fact \(number)") }
        }
        #expect(rows == Self.rebuilt(known, shop.rules), "seed \(seed)")
        #expect(rows.count > 20)
        // Forgotten again, nothing is left.
        for former in booked.values { rows.add(Contribution.changes(from: former, to: [])) }
        #expect(rows.count == 0, "seed \(seed)")
    }

    private static func rebuilt(_ known: [String: PurchaseFacts], _ rules: FigureRules) -> FigureRows {
        let all = known.values.reduce(into: PurchaseFacts()) { $0.formUnion($1) }
        var rows = FigureRows(rules.contributions(of: all))
        for facts in known.values {
            rows.add(CustomerPurchases(firstSeen: RandomHistory.start, facts: facts).contributions(rules: rules))
        }
        return rows
    }

    @Test("A statement that changes nothing changes no row")
    func unchanged() throws {
        let shop = RandomShop(seed: 3, chains: 5)
        for history in shop.histories {
            let present = shop.rules.contributions(of: history.facts)
            #expect(Contribution.changes(from: present, to: present) == [])
            #expect(!present.isEmpty)
        }
    }

    @Test("A chain without events has at most three rows a period and twelve more", arguments: [1, 2, 24, 260])
    func size(periods: Int) throws {
        var shop = Shop()
        shop.rules.proceeds = nil
        for number in 0..<periods {
            let start = try day("2020-01-01").adding(days: 7 * number)
            try shop.period("\(number)", of: "W", "weekly", "\(start)", "\(start.adding(days: 7))", "3")
        }
        let count = shop.rules.contributions(of: shop.facts).count
        #expect(count <= 3 * periods + 12)
        #expect(count >= 2 * periods)
    }
}
