import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStore

@Suite("The ranges of what is read")
struct SnapshotRangeTests {
    private static let extremes = [
        "0", "-1", "9223372036854775807", "9223372036854775806", "-9223372036854775808", "4294967295", "1000000000000",
        "4000000000000", "4000000000001", "253402300799999", "253402300800000", "-62135596800001", "1e300",
    ]

    private func forgeries() throws -> [(what: String, bytes: Data)] {
        let engine = try BusyShop.engine()
        let snapshot = try ForgedSnapshot(engine)
        var forgeries = snapshot.withJSONNumbers(Self.extremes)
        for row in engine.ledger.table.rows {
            var writer = ByteWriter()
            engine.ledger.table[row].write(to: &writer)
            forgeries += try snapshot.withNumbers(of: writer.bytes, [8, 8, 8, 8, 8, 8, 4, 4, 4])
        }
        for row in engine.chains.table.rows {
            var writer = ByteWriter()
            engine.chains.table[row].write(to: &writer)
            forgeries += try snapshot.withNumbers(of: writer.bytes, [8, 8, 8, 8, 8, 8, 8, 8, 4, 4, 4, 4])
        }
        return forgeries + snapshot.withRandomNumbers(300)
    }

    @Test("A snapshot whose numbers are at the ends of their types is refused, or works: it never traps")
    func forged() throws {
        let configuration = try Shop.configuration()
        var refused = 0
        let forgeries = try forgeries()
        for (what, bytes) in forgeries {
            var engine: StoreEngine
            do {
                engine = try StoreEngine(snapshot: bytes, configuration: configuration)
                try engine.checkCountsFromElsewhere()
            } catch {
                #expect(error.code == .snapshotDamaged, "\(what): \(error)")
                refused += 1
                continue
            }
            BusyShop.use(&engine)
            // What is written down of it can be read again.
            let copy = try StoreEngine(snapshot: engine.snapshot(), configuration: configuration)
            #expect(copy == engine, "\(what)")
        }
        #expect(refused > 300 && refused < forgeries.count, "\(refused) of \(forgeries.count)")
    }

    @Test("A refused snapshot leaves the folder and the store as they were; one that is taken opens again")
    func inFolder() throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.file("store")
        try Shop.putKeys(in: folder)
        let open = {
            try LocalAppStore.open(
                folder: folder,
                configuration: try Shop.configuration(),
                app: Shop.app,
                start: Shop.date("2026-01-31T10:00:00Z"),
                seed: 3
            )
        }
        var store: LocalAppStore? = try open()
        try store?.createAccount(id: "moss")
        var taken = 0
        for (number, forgery) in try forgeries().enumerated() where number.isMultiple(of: 17) {
            let before = try #require(store?.engine)
            let files = try content(of: folder)
            do {
                try store?.restore(snapshot: forgery.bytes)
                taken += 1
                _ = try? store?.buy(productID: Shop.seeds, account: Shop.flora)
                try store?.compactLog()
                let engine = store?.engine
                store = nil
                store = try open()
                #expect(store?.engine == engine, "\(forgery.what)")
            } catch {
                #expect((error as? StoreError)?.code == .snapshotDamaged, "\(forgery.what): \(error)")
                #expect(store?.engine == before, "\(forgery.what)")
                #expect(try content(of: folder) == files, "\(forgery.what)")
            }
        }
        #expect(taken > 3)
    }

    private func content(of folder: URL) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) }
        )
    }

    @Test(
        "A log of the old kind, without checksums, with numbers out of range is refused",
        arguments: [
            (#""identifierCount":1"#, #""identifierCount":9223372036854775807"#),
            (#""identifierCount":1"#, #""identifierCount":-1"#),
            (#""sequence":1"#, #""sequence":9223372036854775807"#),
            (#""date":1769853600000"#, #""date":9223372036854775807"#),
            (#""createdDate":1769853600000"#, #""createdDate":253402300800000"#),
        ]
    )
    func log(old: String, new: String) throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.file("store")
        try Shop.putKeys(in: folder)
        let line =
            #"[{"account":{"appTransactionID":"2000000100000001","canMakePayments":true,"createdDate":1769853600000,"#
            + #""id":"flora","renewalChargesFail":false,"requiresApproval":false,"storefront":"USA"},"#
            + #""accountID":"flora","date":1769853600000,"identifierCount":1,"name":"accountCreated","sequence":1,"#
            + #""transactions":[]}]"#
        let changed = line.replacingOccurrences(of: old, with: new)
        #expect(changed != line)
        let url = folder.appendingPathComponent("events.jsonl")
        let settings = StoreSettings(try Shop.configuration().settings)
        let start = Shop.date("2026-01-31T10:00:00Z")
        let header = try JournalFirstLine.text(
            of: JournalHeader(app: Shop.app, start: start, seed: 3, settings: settings)
        )
        let event = JournalLine.framed(Data(changed.utf8), after: .start.following(header))
        try (header + Data("\n".utf8) + event.line).write(to: url)
        let error = #expect(throws: StoreError.self) {
            try LocalAppStore.open(
                folder: folder,
                configuration: try Shop.configuration(),
                app: Shop.app,
                start: start
            )
        }
        #expect(error?.code == .journalDamaged)
        #expect(error?.reason.contains("line 2") == true)
    }

    @Test("At the end of the year 9999 the store sells, renews nothing beyond it, and opens again")
    func endOfTime() throws {
        var engine = try Shop.engine(start: "9999-11-30T10:00:00Z")
        _ = try engine.buy(Shop.bouquet)
        try engine.advance(to: "9999-12-31T23:59:59Z")
        _ = try engine.buy(Shop.posy)
        _ = try engine.buy(Shop.seeds)
        for chain in engine.subscriptions {
            try engine.extendRenewal(originalTransactionID: chain.id, days: 90)
            try engine.forceRenewal(originalTransactionID: chain.id)
        }
        #expect(throws: StoreError(.invalidValue, "")) { try engine.advance(to: Date(timeIntervalSince1970: 1e300)) }
        #expect(throws: StoreError(.invalidValue, "")) { try engine.advance(to: Date(timeIntervalSince1970: .nan)) }
        _ = engine.takeEvents()
        #expect(engine.subscriptions.allSatisfy { $0.expiresDate <= .latestInStore })
        let copy = try StoreEngine(snapshot: engine.snapshot(), configuration: Shop.configuration())
        #expect(copy == engine)
    }
}
