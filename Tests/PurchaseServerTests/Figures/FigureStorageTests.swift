import Entitlements
import Foundation
import GRDB
import Locking
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Rows of figures in the database")
struct FigureStorageTests {
    @Test("Kept as facts come, people meet and purchases move, they are those of a rebuild", arguments: UInt64(1)...12)
    func rebuild(seed: UInt64) async throws {
        let books = try FigureBooks()
        var shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        var random = SeededGenerator(seed: seed)
        for number in 0..<8 {
            for fact in try shop.add(seed: seed * 100 + UInt64(number)) {
                // The same receipt again is no news, so what changes about a purchase is told by the App Store.
                if fact.revocationDate == nil, Bool.random(using: &random) {
                    let customer = FigureShop.customers.randomElement(using: &random) ?? "anna"
                    try await books.storage.upload([fact], by: customer, at: FigureShop.end)
                } else {
                    try await books.storage.notify(
                        fact.transactionID + "\(fact.statedDate)",
                        [fact],
                        at: FigureShop.end
                    )
                }
                if Int.random(in: 0..<3, using: &random) == 0 {
                    _ = try await books.storage.bookFigures(atMost: 2, by: shop.booking)
                }
            }
            if number == 4 {
                let note = AuditNote(date: Purchases.start, actor: "test")
                _ = try await books.storage.merge("$purser:guest", into: "dora", note)
            }
        }
        try await books.bookAll(shop.booking)
        let kept = try await books.rows()
        try await books.storage.rebuildFigures()
        #expect(try await books.rows() == [], "forgotten first")
        try await books.bookAll(shop.booking)
        #expect(try await books.rows() == kept, "seed \(seed)")
        let told = Locked<[Int]>([])
        let keeper = FigureKeeper(storage: books.storage, rules: shop.booking)
        let booked = try await keeper.rebuild { waiting in told.withLock { $0.append(waiting) } }
        #expect(try await books.rows() == kept, "seed \(seed), by people")
        #expect(try await books.number("SELECT count(*) FROM figure_due") == 0)
        #expect(booked > 0 && told.withLock { $0.last } == 0)
        let people: Set = ["customers", "payers", "customer-revenue"]
        let own = kept.filter { row in !people.contains(String(row.prefix { $0 != " " })) }
        #expect(own == Self.texts(shop.rows), "seed \(seed)")
        #expect(own.count > 20)
        // Each person is one customer, whoever met whom.
        #expect(
            try await books.number("SELECT sum(count) FROM figure_row WHERE measure = 'customers'")
                == books.number("SELECT count(*) FROM customer_name WHERE owner IS NULL")
        )
    }

    private static func texts(_ rows: FigureRows) -> [String] {
        rows.all.map { row in
            let (key, segment) = (row.key, row.key.segment)
            return "\(key.measure) \(key.day.rawValue) \(segment.app) \(segment.product) \(segment.storefront) "
                + "\(segment.environment) \(segment.currency) \(key.cohort) \(key.step) \(row.count) \(row.amount)"
        }.sorted()
    }

    @Test("Sums are those that the rows in memory give", arguments: UInt64(1)...4)
    func sums(seed: UInt64) async throws {
        let books = try FigureBooks()
        var shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        for number in 0..<12 {
            for fact in try shop.add(seed: seed * 50 + UInt64(number)) {
                try await books.storage.notify(fact.transactionID + "\(fact.statedDate)", [fact], at: FigureShop.end)
            }
        }
        try await books.bookAll(shop.booking)
        let today = Day(Purchases.start).adding(days: 120)
        for figure in FigureCatalogue.all where !["lifetime-value", "lifetime-value-per-payer"].contains(figure.id) {
            for dimension in [nil, SegmentDimension.product, .currency] {
                let filter = SegmentFilter(dimension == .product ? [.storefront: ["DEU"]] : [:])
                let request = try FigureRequest(
                    today.adding(days: -120)..<today,
                    by: .month,
                    asOf: today,
                    filter: filter,
                    split: dimension
                )
                let queries = figure.allQueries(for: request).filter {
                    !$0.measures.contains(.customers) && !$0.measures.contains(.payers)
                        && !$0.measures.contains(.customerRevenue)
                }
                let sums = try await books.storage.sums(queries)
                for (query, sums) in zip(queries, sums) {
                    #expect(Set(sums) == Set(shop.rows.sums(query)), "\(figure.id)")
                }
            }
        }
    }

    @Test("Other rules book everything again, other rates only what they concern, the same ones nothing")
    func rules() async throws {
        let books = try FigureBooks()
        var shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        let chains = ["early", "late"].enumerated().map { number, name in
            let date = Purchases.start + Double(number) * 90 * 86_400
            return Purchases.fact(name, product: "coins", lasts: nil, at: date) { fact in
                fact.price = 10
                fact.currency = "EUR"
            }
        }
        for fact in chains { try await books.storage.notify(fact.transactionID, [fact], at: FigureShop.end) }
        try await books.bookAll(shop.booking)
        #expect(try await books.number("SELECT sum(units) FROM figure_row WHERE measure = 'sold'") == 24)
        try await books.storage.keepFigures(by: shop.booking)
        #expect(try await books.storage.waitingFigureCount(upTo: .max) == 0)

        let later = Day(Purchases.start).adding(days: 50)
        shop.rules.rates = try CurrencyRates(
            parsing: "date,currency,USD\n2020-01-01,EUR,1.25\n\(later),EUR,2\n"
        )
        try await books.storage.keepFigures(by: shop.booking)
        #expect(try await books.storage.waitingFigureCount(upTo: .max) == 1)
        try await books.bookAll(shop.booking)
        #expect(
            try await books.number("SELECT sum(units) + sum(nanos) / 1000000000 FROM figure_row WHERE measure = 'sold'")
                == 32
        )

        shop.rules.weekFactor = .calendar
        try await books.storage.keepFigures(by: shop.booking)
        #expect(try await books.storage.waitingFigureCount(upTo: .max) == 2)
    }

    @Test("Switched off they go, and switched on again they are complete, whatever came meanwhile")
    func offAndOn() async throws {
        let books = try FigureBooks()
        var shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        let facts = try shop.add(seed: 1)
        for fact in facts.prefix(1) { try await books.storage.notify("first", [fact], at: FigureShop.end) }
        try await books.bookAll(shop.booking)
        #expect(try await !books.rows().isEmpty)
        try await books.storage.keepNoFigures()
        #expect(try await books.rows() == [])
        for (number, fact) in facts.enumerated() {
            try await books.storage.notify("\(number)", [fact], at: FigureShop.end)
        }
        #expect(try await books.storage.hasWaitingFigures() == false)
        try await books.storage.keepFigures(by: shop.booking)
        try await books.bookAll(shop.booking)
        let own = try await books.rows().filter { !$0.hasPrefix("customer") && !$0.hasPrefix("payers") }
        #expect(own == Self.texts(shop.rows))
    }

    @Test("An erased person is counted no more, and what was sold stays")
    func erased() async throws {
        let books = try FigureBooks()
        let shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        let fact = Purchases.fact("coins", product: "coins", lasts: nil) { fact in
            fact.price = 5
            fact.currency = "USD"
        }
        try await books.storage.upload([fact], by: "anna")
        try await books.bookAll(shop.booking)
        #expect(try await books.number("SELECT sum(count) FROM figure_row WHERE measure = 'customers'") == 1)
        _ = try await books.storage.erase("anna", AuditNote(date: Purchases.start, actor: "test"))
        try await books.bookAll(shop.booking)
        #expect(try await books.number("SELECT count(*) FROM figure_row WHERE measure = 'customers'") == 0)
        #expect(try await books.number("SELECT sum(units) FROM figure_row WHERE measure = 'sold'") == 5)
        #expect(try await books.number("SELECT count(*) FROM figure_booked WHERE scope = ''") == 0)
    }

    @Test("A fact that cannot be read is passed over, and holds nobody up")
    func damaged() async throws {
        let books = try FigureBooks()
        var shop = try FigureShop()
        try await books.storage.keepFigures(by: shop.booking)
        for seed in UInt64(1)...3 {
            for fact in try shop.add(seed: seed) {
                try await books.storage.notify(fact.transactionID + "\(fact.statedDate)", [fact], at: FigureShop.end)
            }
        }
        try await books.storage.write { database in
            try database.execute(
                sql: "UPDATE fact SET content = x'00' WHERE original_transaction_id = 'chain-2'"
            )
        }
        try await books.bookAll(shop.booking)
        #expect(try await books.storage.waitingFigureCount(upTo: .max) == 0)
        #expect(try await books.number("SELECT count(*) FROM figure_booked WHERE scope <> ''") == 2)
    }
}
