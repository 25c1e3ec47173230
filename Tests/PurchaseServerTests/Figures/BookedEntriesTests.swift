import Foundation
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What was booked, in octets")
struct BookedEntriesTests {
    private static func entry(
        _ measure: Measure,
        day: Int32 = 20_454,
        segment: Int64 = 1,
        cohort: Int32 = 0,
        step: Int32 = 0,
        count: Int64 = 1,
        amount: Amount = .zero
    ) -> BookedEntries.Entry {
        let key = StoredRowKey(
            measure: measure,
            day: Day(rawValue: day),
            segment: segment,
            cohort: cohort,
            step: step
        )
        return BookedEntries.Entry(key: key, count: count, amount: amount)
    }

    @Test("Comes back as it was, also at the ends of what numbers can be")
    func roundTrip() throws {
        let entries = [
            Self.entry(.sold, amount: Amount(units: 9, nanos: 990_000_000)),
            Self.entry(.lost, day: 20_400, cohort: 20_001, step: RowKey.never, count: -1),
            Self.entry(.churned, day: .max, segment: .max, cohort: .max, step: .min, count: .min),
            Self.entry(.new, day: .min, count: .max, amount: Amount(units: .max, nanos: 999_999_999)),
            Self.entry(.refunded, day: -719_162, amount: Amount(units: .min, nanos: 1)),
        ]
        #expect(try BookedEntries(BookedEntries(entries).data())?.entries == entries)
        #expect(BookedEntries(Data())?.entries == [])
    }

    @Test("A sale takes no more than twenty octets")
    func size() throws {
        let sale = Self.entry(.sold, amount: Amount(units: 9, nanos: 990_000_000))
        #expect(try BookedEntries([sale]).data().count <= 20)
    }

    @Test("Every measure of a row has a place, and keeps it")
    func measures() throws {
        var shop = try FigureShop()
        for seed in UInt64(1)...20 { try shop.add(seed: seed) }
        for measure in Set(shop.rows.all.map(\.key.measure)) {
            #expect(BookedEntries.measures.contains(measure), "\(measure)")
        }
        #expect(Set(BookedEntries.measures).count == BookedEntries.measures.count)
        #expect(
            BookedEntries.measures.map(\.rawValue).prefix(10) == [
                "new", "reactivated", "expansion", "contraction", "churned", "transferred", "renewed", "lapsed",
                "retained", "lost",
            ]
        )
    }

    @Test("What is cut or bent is nothing, and stops nothing")
    func damaged() throws {
        let whole = try BookedEntries([Self.entry(.sold), Self.entry(.new, day: 3)]).data()
        for length in 1..<whole.count where length != whole.count / 2 {
            let read = BookedEntries(whole.prefix(length))
            #expect(read == nil || read?.entries.count == 1, "\(length)")
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let octets = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = BookedEntries(Data(octets))
        }
        #expect(BookedEntries(Data([0] + Array(repeating: 0xFF, count: 40))) == nil)
        #expect(BookedEntries(Data([200])) == nil)
    }
}
