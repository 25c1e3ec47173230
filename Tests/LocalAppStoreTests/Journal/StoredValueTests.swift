import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStore

@Suite("Numbers that no store can have written")
struct StoredValueTests {
    /// Members of which a snapshot's JSON and events tell, and what none of them can be.
    private static let members = [
        ("renewalLimit", "9223372036854775807"), ("renewalLimit", "4000000000001"), ("renewalLimit", "-1"),
        ("retentionReviewSeconds", "-9223372036854775808"), ("retentionReviewSeconds", "3155760001"),
        ("minimumPaidMonths", "1201"), ("amount", "20000000000000000"),
        ("consumptionPercentage", "-9223372036854775808"), ("consumptionPercentage", "100001"),
        ("remaining", "0"), ("remaining", "9223372036854775807"), ("drawCount", "9223372036854775807"),
        ("seconds", "-9000000000"), ("errorCode", "9223372036854775807"), ("errorCode", "404"),
        ("attempts", "0"), ("rate", "1.5"), ("extendByDays", "91"), ("extendReasonCode", "-1"),
        ("succeededCount", "9223372036854775807"), ("failedCount", "9223372036854775807"),
        ("responseMilliseconds", "0"), ("concurrentRequests", "9223372036854775807"), ("quantity", "11"),
    ]

    /// Members of a snapshot's JSON that have the name of others in events.
    private static let snapshotMembers = [
        ("status", "99999"), ("eventCount", "-1"), ("identifierCount", "4000000000001"),
    ]

    /// Members that only events have.
    private static let eventMembers = [
        ("identifierCount", "9223372036854775807"), ("billingDay", "32"), ("billingDay", "0"), ("renewalCount", "-1"),
        ("revocationPercentage", "100001"), ("lostAttempts", "-1"), ("delay", "-1"), ("dateShift", "-9000000000"),
    ]

    @Test("A snapshot with one is refused, and the error names the value", arguments: members + snapshotMembers)
    func snapshot(member: String, number: String) throws {
        let bytes = try #require(try ForgedSnapshot(BusyShop.engine()).with(member, number))
        let error = #expect(throws: StoreError.self) {
            try StoreEngine(snapshot: bytes, configuration: Shop.configuration())
        }
        #expect(error?.code == .snapshotDamaged)
        #expect(error?.reason.contains(number) == true, "\(error?.reason ?? "")")
    }

    /// What reading an event and holding it against the ranges say against it; nil for nothing.
    private func objection(to event: String) -> String? {
        var parser = JournalEventParser()
        do {
            try parser.events(Data("[\(event)]".utf8)).checkRanges()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("An event with one is refused, and the error names the value", arguments: members + eventMembers)
    func event(member: String, number: String) throws {
        var count = 0
        for event in try BusyShop.events() {
            let text = String(decoding: try JournalCoding.data(event), as: UTF8.self)
            #expect(objection(to: text) == nil)
            let changed = try text.replacing(number: member, by: number)
            guard changed != text else { continue }
            count += 1
            #expect(objection(to: changed)?.contains(number) == true, "\(event.name)")
        }
        #expect(count > 0)
    }

    @Test(
        "So is an event of Advanced Commerce",
        arguments: [
            ("price", "10000000000000001"), ("price", "-9223372036854775808"), ("charge", "9223372036854775807"),
            ("periodCount", "13"), ("offerPeriodsLeft", "-9223372036854775808"),
        ]
    )
    func commerceEvent(member: String, number: String) throws {
        var shop = try CommerceShop()
        let body = shop.creation(
            CommerceShop.item("roses", price: 5_000, offer: CommerceShop.offer("P1M", 2, price: 1_000))
        )
        try shop.purchase(body)
        var count = 0
        for event in shop.engine.takeEvents() {
            let text = String(decoding: try JournalCoding.data(event), as: UTF8.self)
            #expect(objection(to: text) == nil)
            let changed = try text.replacing(number: member, by: number)
            guard changed != text else { continue }
            count += 1
            #expect(objection(to: changed)?.contains(number) == true, "\(event.name)")
        }
        #expect(count > 0)
    }

    @Test("So is an event with an offer of no periods; one that does not say how many has one")
    func offerEvent() throws {
        var engine = try OfferShop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.expire(originalTransactionID: id)
        _ = engine.takeEvents()
        _ = try engine.purchase(.unsignedPromotional(identifier: "spring"), of: Shop.bouquet)
        let events = engine.takeEvents()
        let event = try #require(events.first { $0.transaction?.offer != nil })
        let text = String(decoding: try JournalCoding.data(event), as: UTF8.self)
        let member = #""numberOfPeriods":2,"#
        #expect(text.contains(member))
        for number in ["0", "-1"] {
            let changed = try text.replacing(number: "numberOfPeriods", by: number)
            #expect(objection(to: changed)?.contains("numberOfPeriods is \(number)") == true)
        }
        let old = text.replacingOccurrences(of: member, with: "")
        var parser = JournalEventParser()
        let read = try parser.events(Data("[\(old)]".utf8))
        #expect(read.first?.transaction?.offer?.duration?.iso8601 == "P1M")
        #expect(event.transaction?.offer?.duration?.iso8601 == "P2M")
    }

    private static func sale(_ count: Int, refunds: [Int64] = []) -> CommerceSale {
        let item = CommerceItem(sku: "roses", displayName: "Roses", details: "Red", price: 5_000)
        var sale = CommerceSale(
            Array(repeating: item, count: count),
            descriptors: nil,
            taxCode: "C003-00-2",
            period: nil,
            reference: UUID()
        )
        for amount in refunds {
            let refund = CommerceRefund(amount: amount, date: .latestInStore, reason: "OTHER", type: "CUSTOM")
            sale.lines[0].refunds.append(refund)
        }
        return sale
    }

    @Test("More items than can be added up, and more refunds than was charged, are refused")
    func sums() throws {
        try Self.sale(500).checkRanges()
        try Self.sale(1, refunds: [2_000, 0, 3_000]).checkRanges()
        for bad in [Self.sale(501), Self.sale(1, refunds: [2_000, 3_001]), Self.sale(1, refunds: [-1])] {
            #expect(throws: Nonsense.self) { try bad.checkRanges() }
        }
    }

    @Test("Of a very large charge the right part is paid back", arguments: [1, 33_333, 99_999, 100_000])
    func largeRefund(percentage: Int) throws {
        var shop = try CommerceShop()
        let body = shop.creation(CommerceShop.item("roses", price: 999_999_999_999))
        let bought = try shop.purchase(body)
        try shop.engine.refund(transactionID: bought.transactionID, reason: .other, percentage: percentage)
        let sale = try #require(try shop.engine.transaction(bought.transactionID).commerce)
        #expect(sale.refunded == 999_999_999_999 * Int64(percentage) / 100_000)
    }

    @Test("A token of external purchases that reminds for centuries is refused")
    func longToken() throws {
        let forged = try ForgedSnapshot(BusyShop.engine())
        for (member, number) in [("expirationDate", "253402300799999"), ("nextReminderDate", "-62135596800000")] {
            let bytes = try #require(try forged.with(member, number))
            #expect(throws: StoreError(.snapshotDamaged, ""), "\(member)") {
                try StoreEngine(snapshot: bytes, configuration: Shop.configuration())
            }
        }
    }

    @Test(
        "A log whose first line has one is refused",
        arguments: [(nil, Int.max, "renewalLimit"), (Int.max, 12, "snapshot")] as [(Int?, Int, String)]
    )
    func firstLine(snapshot: Int?, limit: Int, member: String) throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        var settings = StoreSettings(try Shop.configuration().settings)
        settings.renewalLimit = limit
        let header = JournalHeader(
            snapshot: snapshot,
            app: Shop.app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 3,
            settings: settings
        )
        let log = scratch.file("events.jsonl")
        try (JournalFirstLine.text(of: header) + Data("\n".utf8)).write(to: log)
        let error = #expect(throws: StoreError.self) { try JournalReader(at: log) }
        #expect(error?.code == .journalDamaged)
        #expect(error?.reason.contains("\(member) is \(Int.max)") == true, "\(error?.reason ?? "")")
    }

    @Test("A snapshot whose own number is one is refused", arguments: [Int.max, .min, -1])
    func snapshotNumber(number: Int) throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let file = scratch.file("snapshot")
        try Data((#"{"snapshot":\#(number)}"# + "\n").utf8).write(to: file)
        #expect(throws: StoreError(.snapshotDamaged, "")) { try SnapshotFile(at: file) }
    }

    @Test("A price that could not be read again is never sold for: the nearest one is")
    func price() throws {
        let most = StoredRange.prices.upperBound
        #expect((most + 1).nearestPrice == most)
        #expect(Decimal(-1).nearestPrice == 0)
        #expect(Decimal(5).nearestPrice == 5)
        var engine = try Shop.engine()
        var settings = engine.settings
        settings.priceOverrides = ["USA": [Shop.seeds: StorePrice(amount: most + 1, currency: "USD")]]
        #expect(throws: StoreError(.invalidValue, "")) { try engine.setSettings(settings) }
        settings.priceOverrides = ["USA": [Shop.seeds: StorePrice(amount: most, currency: "USD")]]
        try engine.setSettings(settings)
        _ = try engine.buy(Shop.seeds, quantity: 10)
        _ = engine.takeEvents()
        #expect(try StoreEngine(snapshot: engine.snapshot(), configuration: Shop.configuration()) == engine)
    }
}
