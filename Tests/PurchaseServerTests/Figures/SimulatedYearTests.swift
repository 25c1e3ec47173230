import Foundation
import HummingbirdTesting
import Locking
import PurchaseFigures
import SimulatedShop
import TestSupport
import Testing

@testable import PurchaseServer

@Suite(
    "On a simulated year the charts equal what the simulator counts by itself",
    .tags(.slow),
    .timeLimit(.minutes(15))
)
struct SimulatedYearTests {
    /// A server that was told the year, and what the simulator counted.
    private func withYear(
        seed: UInt64 = 1,
        _ body: @Sendable @escaping (AskedFigures, SimulatedYear) async throws -> Void
    ) async throws {
        let year = try SimulatedYear(seed: seed, customers: 500)
        var world = try World()
        let rates = SimulatedCountry.all.filter { $0.currency != "USD" }.map {
            "2020-01-01,\($0.currency),\($0.rate)\n"
        }
        world.configuration.figures = FigureRules(
            rates: try CurrencyRates(parsing: "date,currency,USD\n" + rates.joined())
        )
        world.clock.withLock { $0 = year.shop.end }
        try await world.test { client, server in
            try await server.keep(
                try year.shop.customers.map { customer in
                    let name = try #require(CustomerID(customer.name))
                    return StatedPurchases(customer: name, since: customer.arrival, facts: customer.facts)
                }
            )
            try await server.bookFiguresDue()
            try await body(AskedFigures(client: client), year)
        }
    }

    private func money(_ dollars: Decimal) throws -> FigureValue { .money(try #require(Amount(rounding: dollars))) }

    private func share(_ part: Int, _ whole: Int) -> FigureValue {
        .share(part: Amount(units: Int64(part)), whole: Amount(units: Int64(whole)))
    }

    private func each<Value>(_ value: (Int) throws -> Value) rethrows -> [Value] { try (0..<12).map(value) }

    @Test("what stands: MRR, subscriptions, trials, products")
    func standing() async throws {
        try await withYear { figures, year in
            let ends = year.months.dropFirst()
            #expect(try await figures.lines("mrr")["mrr"] == ends.map { try money(year.monthly(at: $0)) })
            #expect(
                try await figures.lines("active-subscriptions")["active"]
                    == ends.map { .count(Int64(year.active(at: $0).count)) }
            )
            #expect(
                try await figures.lines("active-trials")["trials"]
                    == ends.map { end in
                        .count(
                            Int64(year.all(.trialStarted, before: end).count - year.all(.trialEnded, before: end).count)
                        )
                    }
            )
            let products = Set(year.all(.new, before: .max).map(\.product))
            #expect(products.count == 3)
            let byProduct = try await figures.lines("active-by-product")
            for product in products {
                let counted = ends.map { end in
                    let came = year.all(.new, .reactivated, .joined, before: end).count { $0.product == product }
                    let went = year.all(.churned, .left, before: end).count { $0.product == product }
                    return FigureValue.count(Int64(came - went))
                }
                #expect(byProduct[product] == counted, "\(product)")
            }
        }
    }

    @Test("why it is another than before: the movement, new and lost, churn", arguments: [1, 2] as [UInt64])
    func movement(seed: UInt64) async throws {
        try await withYear(seed: seed) { figures, year in
            let movement = try await figures.lines("mrr-movement")
            let kinds: KeyValuePairs<String, SimulatedTally.Kind> = [
                "new": .new, "reactivated": .reactivated, "expansion": .expansion, "contraction": .contraction,
                "churned": .churned,
            ]
            for (name, kind) in kinds {
                let counted = try each { try money(year.all(kind, on: year.month($0)).dollars) }
                #expect(movement[name] == counted, "\(name)")
                #expect(Set(counted).count > 1, "nothing of the kind \(name) happens")
            }
            #expect(movement["opening"] == (try each { try money(year.monthly(at: year.months[$0])) }))
            #expect(movement["closing"] == (try each { try money(year.monthly(at: year.months[$0 + 1])) }))
            let moved = try await figures.lines("new-and-lost")
            let lines: KeyValuePairs<String, SimulatedTally.Kind> = [
                "new": .new, "reactivated": .reactivated, "lost": .churned,
            ]
            for (name, kind) in lines {
                #expect(moved[name] == each { .count(Int64(year.all(kind, on: year.month($0)).count)) }, "\(name)")
            }
            let churn = try await figures.lines("churn")
            #expect(
                churn["churn"]
                    == each { month in
                        let days = year.month(month)
                        let active = year.active(at: days.lowerBound)
                        return share(active.count { $0.ended.map(days.contains) ?? false }, active.count)
                    }
            )
            #expect(
                churn["net"]
                    == each { month in
                        let days = year.month(month)
                        let active = year.active(at: days.lowerBound)
                        let gone = active.filter { $0.ended.map(days.contains) ?? false }
                        let back = gone.count { lost in
                            year.shop.stretches.contains { again in
                                again.customer == lost.customer && again.began >= lost.ended ?? .max
                                    && again.began < days.upperBound && again != lost
                            }
                        }
                        return share(gone.count - back, active.count)
                    }
            )
        }
    }

    @Test("what comes in: revenue, by storefront, refunds")
    func revenue() async throws {
        try await withYear { figures, year in
            let lines = try await figures.lines("revenue")
            let sold = each { year.all(.sold, on: year.month($0)).dollars }
            let refunded = each { year.all(.refunded, on: year.month($0)).dollars }
            #expect(lines["gross"] == (try sold.map(money)))
            #expect(lines["refunds"] == (try refunded.map { try money(-$0) }))
            #expect(lines["net"] == (try zip(sold, refunded).map { try money($0 - $1) }))
            let byStorefront = try await figures.lines("revenue-by-storefront")
            for country in SimulatedCountry.all.map(\.storefront) {
                let counted = try each { month in
                    let days = year.month(month)
                    let came = year.all(.sold, on: days).filter { $0.storefront == country }.dollars
                    return try money(came - year.all(.refunded, on: days).filter { $0.storefront == country }.dollars)
                }
                #expect(byStorefront[country] == counted, "\(country)")
            }
            let rate = try await figures.lines("refund-rate")
            #expect(
                rate["purchases"]
                    == each {
                        share(
                            year.all(.refunded, since: year.month($0)).count,
                            year.all(.sold, on: year.month($0)).count
                        )
                    }
            )
            #expect(
                rate["money"]
                    == (try each { month in
                        let back = try #require(Amount(rounding: year.all(.refunded, since: year.month(month)).dollars))
                        let whole = try #require(Amount(rounding: year.all(.sold, on: year.month(month)).dollars))
                        return .share(part: back, whole: whole)
                    })
            )
        }
    }

    @Test("what becomes of trials, periods, failed charges and higher prices")
    func outcomes() async throws {
        try await withYear { figures, year in
            let renewal = try await figures.lines("renewal-rate")
            #expect(
                renewal["renewed"]
                    == each { month in
                        let renewed = year.all(.renewed, on: year.month(month)).count
                        return share(renewed, renewed + year.all(.lapsed, on: year.month(month)).count)
                    }
            )
            let questions: [(String, SimulatedTally.Kind, String, SimulatedTally.Kind, String, SimulatedTally.Kind)] = [
                ("trial-conversion", .trialStarted, "converted", .trialConverted, "lost", .trialLost),
                ("billing-recovery", .billingFailed, "recovered", .billingRecovered, "lost", .billingLost),
                ("price-increase-consent", .consentAsked, "agreed", .consentGiven, "refused", .consentRefused),
            ]
            for (figure, began, goodName, good, badName, bad) in questions {
                let lines = try await figures.lines(figure)
                let whole = each { year.all(began, on: year.month($0)).count }
                let well = each { year.all(good, since: year.month($0)).count }
                let badly = each { year.all(bad, since: year.month($0)).count }
                #expect(whole.reduce(0, +) > 0 && well.reduce(0, +) > 0 && badly.reduce(0, +) > 0, "\(figure)")
                #expect(lines[goodName] == each { share(well[$0], whole[$0]) }, "\(figure)")
                #expect(lines[badName] == each { share(badly[$0], whole[$0]) }, "\(figure)")
                #expect(lines["pending"] == each { .count(Int64(whole[$0] - well[$0] - badly[$0])) }, "\(figure)")
            }
        }
    }

    @Test("what becomes of customers: retention, lifetime value, who ever pays")
    func cohorts() async throws {
        try await withYear { figures, year in
            let retention = try await figures.cohorts("cohort-retention")
            let value = try await figures.cohorts("lifetime-value")
            let paying = try await figures.lines("conversion-to-paying")["paying"] ?? []
            for number in 0..<12 {
                let days = year.month(number)
                let (kept, lost) = (year.all(.retained, since: days), year.all(.notRetained, since: days))
                for step in 1...12 {
                    let (stayed, left) = (kept.count { $0.step == step }, lost.count { $0.step == step })
                    let told = retention[days.lowerBound]?[step]
                    #expect(
                        told == (stayed + left == 0 ? nil : share(stayed, stayed + left)),
                        "month \(number), \(step)"
                    )
                }
                let people = year.shop.customers.filter { days.contains(Int(Day($0.arrival).rawValue)) }
                let arrivals = Dictionary(
                    uniqueKeysWithValues: people.map { ($0.number, Int(Day($0.arrival).rawValue)) }
                )
                let money = year.all(.sold, .refunded, before: year.months[12]).filter { arrivals[$0.customer] != nil }
                for window in [0, 7, 30, 90, 180, -1] {
                    let inside = money.filter { window < 0 || $0.day - (arrivals[$0.customer] ?? 0) <= window }
                    let sum = inside.reduce(Decimal(0)) { $0 + ($1.kind == .sold ? $1.dollars : -$1.dollars) }
                    let told = FigureValue.average(
                        total: try #require(Amount(rounding: sum)),
                        count: Int64(people.count)
                    )
                    #expect(value[days.lowerBound]?[window] == told, "month \(number), \(window) days")
                }
                let payers = Set(money.filter { $0.kind == .sold }.map(\.customer))
                #expect(paying.indices.contains(number) && paying[number] == share(payers.count, people.count))
            }
        }
    }

    @Test("The same seed makes the same shop, another another one")
    func seeds() {
        let end = Date(timeIntervalSince1970: 1_767_225_600)
        let shops = [1, 1, 2].map { SimulatedShop(seed: $0, customers: 50, until: end, bundleID: "a") }
        #expect(shops[0].tallies == shops[1].tallies)
        #expect(shops[0].customers.map(\.facts) == shops[1].customers.map(\.facts))
        #expect(shops[0].tallies != shops[2].tallies)
    }
}
