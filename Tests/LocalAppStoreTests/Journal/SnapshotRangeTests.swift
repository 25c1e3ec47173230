import AppStoreModels
import Crypto
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStore

/// A snapshot with other numbers, and a checksum that fits them: what a stranger may send.
private struct ForgedSnapshot {
    private static let title = Array("Purser store snapshot, format 2\n".utf8)
    /// What the checksum is of.
    let body: Data

    init(_ engine: StoreEngine) throws {
        body = try engine.snapshot().dropFirst(Self.title.count + SHA256.byteCount)
    }

    static func signed(_ body: Data) -> Data {
        Data(title) + Data(SHA256.hash(data: body)) + body
    }

    /// The JSON at the beginning, which its length precedes.
    private var json: Data {
        let length = body.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        return body.dropFirst(8).prefix(length)
    }

    /// Every number of the JSON replaced by another one, one at a time.
    func withJSONNumbers(_ replacements: [String]) -> [(what: String, bytes: Data)] {
        let text = String(decoding: json, as: UTF8.self)
        return text.matches(of: /:(-?[0-9]+)/).flatMap { match in
            replacements.map { number in
                var changed = text
                changed.replaceSubrange(match.range, with: ":\(number)")
                var body = Data()
                withUnsafeBytes(of: UInt64(changed.utf8.count).littleEndian) { body.append(contentsOf: $0) }
                body += Data(changed.utf8) + self.body.dropFirst(8 + json.count)
                let name = text[..<match.range.lowerBound].suffix(24)
                return ("JSON …\(name): \(number)", Self.signed(body))
            }
        }
    }

    /// Every number of a record replaced by another one, one at a time.
    func withNumbers(of record: [UInt8], _ widths: [Int]) throws -> [(what: String, bytes: Data)] {
        let place = try #require(body.range(of: Data(record)))
        var changes: [(String, Data)] = []
        var offset = place.lowerBound
        for (index, width) in widths.enumerated() {
            for number in Self.extremes(of: width) {
                var body = self.body
                withUnsafeBytes(of: number.littleEndian) { bytes in
                    body.replaceSubrange(offset..<offset + width, with: bytes.prefix(width))
                }
                changes.append(("field \(index) of \(widths.count): \(number)", Self.signed(body)))
            }
            offset += width
        }
        return changes
    }

    private static func extremes(of width: Int) -> [Int64] {
        width == 8
            ? [0, -1, .max, .max - 1, .min, .min + 1, Int64(UInt32.max), 253_402_300_799_999, 1 << 60]
            : [0, -1, Int64(Int32.max), Int64(UInt32.max) - 1, 32]
    }

    /// Bytes anywhere replaced by extremes.
    func withRandomNumbers(_ count: Int) -> [(what: String, bytes: Data)] {
        var random = SeededGenerator(seed: 8)
        return (0..<count).map { _ in
            var body = self.body
            let width = [1, 4, 8].randomElement(using: &random) ?? 1
            let offset = Int.random(in: body.startIndex...body.endIndex - width, using: &random)
            let number = Self.extremes(of: width).randomElement(using: &random) ?? 0
            withUnsafeBytes(of: number.littleEndian) { bytes in
                body.replaceSubrange(offset..<offset + width, with: bytes.prefix(width))
            }
            return ("byte \(offset), \(width) bytes: \(number)", Self.signed(body))
        }
    }
}

@Suite("The ranges of what is read")
struct SnapshotRangeTests {
    private static let extremes = [
        "0", "-1", "9223372036854775807", "9223372036854775806", "-9223372036854775808", "4294967295", "1000000000000",
        "4000000000000", "4000000000001", "253402300799999", "253402300800000", "-62135596800001", "1e300",
    ]

    private static func busyEngine() throws -> StoreEngine {
        var engine = try Shop.engine { $0.renewalLimit = 12 }
        _ = try engine.buy(Shop.seeds, quantity: 3)
        _ = try engine.buy(Shop.posy)
        try engine.createAccount(id: "fern")
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        var asking = PurchaseRequest(productID: Shop.greenhouse, accountID: "fern")
        asking.simulatesAskToBuy = true
        _ = try engine.purchase(asking)
        try engine.setFault(StoreFault(.finishLate, times: 2, parameters: .init(seconds: 60)))
        try engine.setFault(StoreFault(.clockJump, parameters: .init(seconds: -60)))
        try engine.advance(to: "2026-03-05T00:00:00Z")
        let house = try engine.buy(Shop.greenhouse)
        try engine.refund(transactionID: house.transactionID, reason: .other)
        _ = engine.takeEvents()
        return engine
    }

    private func forgeries() throws -> [(what: String, bytes: Data)] {
        let engine = try Self.busyEngine()
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

    /// Uses an engine as a store does; whatever it refuses is well, as long as it says so.
    private func use(_ engine: inout StoreEngine) {
        _ = try? engine.handle(.createAccount(id: "rose", storefront: nil))
        for account in [Shop.flora, "fern", "rose"] {
            for product in [Shop.seeds, Shop.posy, Shop.bouquet] {
                _ = try? engine.handle(.purchase(PurchaseRequest(productID: product, accountID: account)))
            }
            _ = try? engine.handle(.restore(account: account, applicationUsername: nil))
        }
        for attempt in engine.attempts { _ = try? engine.handle(.approve(attempt: attempt.id)) }
        // A bent time rate may make a year very long.
        for step in [40.0, 365] {
            _ = try? engine.advance(to: engine.now.addingTimeInterval(step * 86_400), atMost: 60)
        }
        for account in engine.accounts {
            for transaction in engine.transactions(account: account.id).prefix(8) {
                _ = try? engine.handle(.finish(transactionID: transaction.transactionID))
                _ = try? engine.handle(.refund(transactionID: transaction.transactionID, reason: .other))
                _ = try? engine.handle(.reverseRefund(transactionID: transaction.transactionID))
            }
            _ = engine.eligibleWinBackOfferIDs(account: account.id, groupID: "flower-club")
        }
        for chain in engine.subscriptions {
            for command: EngineCommand in [
                .extendRenewal(originalTransactionID: chain.id, days: 90),
                .forceRenewal(originalTransactionID: chain.id),
                .requestPriceIncrease(originalTransactionID: chain.id, price: 20, needsConsent: false),
                .expire(originalTransactionID: chain.id),
            ] { _ = try? engine.handle(command) }
        }
        _ = engine.takeEvents()
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
            use(&engine)
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
