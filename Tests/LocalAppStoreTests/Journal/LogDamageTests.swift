import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStore

@Suite("Damage of the log", .tags(.slow))
struct LogDamageTests {
    private let scratch: TemporaryFolder
    private var folder: URL { scratch.file("store") }

    init() throws { scratch = try TemporaryFolder() }

    private var log: URL { folder.appendingPathComponent("events.jsonl") }

    private func open() throws -> LocalAppStore {
        try LocalAppStore.open(
            folder: folder,
            configuration: try Shop.configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 3,
            compactsLog: false
        )
    }

    /// A log with some forty lines.
    private func withLog(_ body: (Data) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Shop.putKeys(in: folder)
        try { () throws -> Void in
            let store = try open()
            for number in 0..<12 {
                let customer = "customer-\(number)"
                try store.createAccount(id: customer)
                try store.buy(productID: Shop.seeds, account: customer, quantity: 1 + number % 3)
                if number.isMultiple(of: 3) { try store.buy(productID: Shop.posy, account: customer) }
                try store.advance(by: 86_400 * 5)
            }
        }()
        try body(try Data(contentsOf: log))
    }

    /// Damages a log as disks and people do.
    private func damaged(_ data: Data, _ random: inout SeededGenerator) -> Data {
        Bool.random(using: &random) ? withOtherBytes(data, &random) : withOtherLines(data, &random)
    }

    private func withOtherBytes(_ data: Data, _ random: inout SeededGenerator) -> Data {
        var data = data
        let position = Int.random(in: 0..<data.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: data[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: data[position] = UInt8.random(in: 0...255, using: &random)
        case 2:
            let end = min(data.count, position + Int.random(in: 1...700, using: &random))
            data.removeSubrange(position..<end)
        default:
            let block = position / 512 * 512
            for index in block..<min(data.count, block + 512) { data[index] = 0 }
        }
        return data
    }

    private func withOtherLines(_ data: Data, _ random: inout SeededGenerator) -> Data {
        var lines = data.split(separator: UInt8(ascii: "\n")).map { Data($0) }
        let line = Int.random(in: 0..<lines.count, using: &random)
        let other = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: lines.swapAt(line, other)
        case 1: lines.insert(lines[line], at: line)
        case 2: lines.remove(at: line)
        default: lines.insert(lines[line], at: other)
        }
        return lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
    }

    @Test("None of 1,200 damaged logs opens as if nothing had happened")
    func damages() throws {
        try withLog { whole in
            let engine = try open().engine
            var random = SeededGenerator(seed: 12)
            var refused = 0
            for round in 0..<1_200 {
                let bytes = damaged(whole, &random)
                // The end was cut off: what a crash leaves, see below.
                if whole.starts(with: bytes), bytes != whole { continue }
                try bytes.write(to: log)
                do {
                    let opened = try open().engine
                    #expect(bytes == whole && opened == engine, "round \(round) opened")
                } catch {
                    #expect(error as? StoreError == StoreError(.journalDamaged, ""), "round \(round): \(error)")
                    #expect(try Data(contentsOf: log) == bytes, "round \(round) was written to")
                    refused += 1
                }
            }
            #expect(refused > 1_000)
        }
    }

    @Test("2,000 logs whose end was cut off open with what was complete")
    func truncations() throws {
        try withLog { whole in
            let lineEnds = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
            var counts: [Int] = []
            for end in lineEnds {
                let lines = String(decoding: whole.prefix(end), as: UTF8.self)
                counts.append(lines.components(separatedBy: "\"sequence\":").count - 1)
            }
            var random = SeededGenerator(seed: 2_000)
            for _ in 0..<2_000 {
                let length = Int.random(in: 0...whole.count, using: &random)
                try whole.prefix(length).write(to: log)
                let complete = lineEnds.lastIndex { $0 <= length }
                let engine = try JournalReader(at: log).map { reader in
                    var count = 0
                    try reader.forEachEvent(after: 0) { _ in count += 1 }
                    return count
                }
                #expect(engine ?? 0 == complete.map { counts[$0] } ?? 0, "\(length) bytes")
            }
        }
    }

    @Test("Damage is named with its place, and with what would be lost")
    func named() throws {
        try withLog { whole in
            var lines = whole.split(separator: UInt8(ascii: "\n")).map { Data($0) }
            let count = lines.count
            let offset = lines.prefix(10).reduce(0) { $0 + $1.count + 1 }
            lines[10][100] ^= 1
            try lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }.write(to: log)
            let error = #expect(throws: StoreError.self) { try open() }
            let reason = try #require(error?.reason)
            #expect(reason.contains(log.path))
            #expect(reason.contains("line 11, at byte \(offset)"), "\(reason)")
            #expect(reason.contains("purser store repair"))
            #expect(reason.contains("customers"), "\(reason)")
            let damage = try #require(error?.damage)
            #expect(damage.loss.bytes == whole.count - offset)
            #expect(damage.loss.events + damage.loss.unreadableLines >= count - 10)
            #expect(damage.loss.accounts.contains("customer-11"))
        }
    }

    @Test("A log of another format is refused, and stays as it is", arguments: [0, 1, 2, 3, 5, -1])
    func otherFormat(format: Int) throws {
        try withLog { whole in
            var header = try #require(try JournalReader(at: log)).header
            header.format = format
            let end = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
            let other = try JournalCoding.data(header) + whole[end...]
            try other.write(to: log)
            let error = #expect(throws: StoreError.self) { try open() }
            #expect(error?.code == .journalDamaged)
            #expect(error?.reason.contains("format of another version") == true)
            #expect(error?.reason.contains("begin a new one") == true)
            #expect(try Data(contentsOf: log) == other)
        }
    }

    @Test("Repair says what is lost, keeps a copy, cuts, and the folder opens with what was good")
    func repair() throws {
        try withLog { whole in
            let lines = whole.split(separator: UInt8(ascii: "\n"))
            let good = lines.prefix(20).reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
            try good.write(to: log)
            let engine = try open().engine
            var bad = whole
            bad[good.count + 50] ^= 4
            try bad.write(to: log)
            #expect(try mend(bad, at: good.count) == engine.eventCount)
            #expect(try Data(contentsOf: log) == good)
            #expect(try open().engine == engine)
        }
    }

    /// - Returns: The number of the last event that was left.
    private func mend(_ bad: Data, at offset: Int) throws -> Int {
        let repair = try StoreFolderRepair(folder: folder)
        #expect(throws: StoreError(.folderInUse, "")) { try open() }
        let damage = try #require(try repair.damage())
        #expect(damage.file == "events.jsonl")
        #expect(damage.remedy == .cut)
        #expect(damage.line == 21)
        #expect(damage.offset == offset)
        #expect(damage.lostEvents > 5)
        let last = try repair.lastGoodEvent()
        #expect(try Data(contentsOf: log) == bad, "looking changes nothing")
        let copy = try repair.cut(damage)
        #expect(try repair.lastGoodEvent() == last)
        #expect(try Data(contentsOf: copy) == bad)
        #expect(copy.lastPathComponent == "events.jsonl.damaged-1")
        #expect(try repair.damage() == nil)
        return last
    }

    @Test("A folder without a store, and one in use, are not repaired")
    func refused() throws {
        #expect(throws: StoreError(.folderUnusable, "")) { try StoreFolderRepair(folder: folder) }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        try withLog { _ in
            let store = try open()
            #expect(throws: StoreError(.folderInUse, "")) { try StoreFolderRepair(folder: folder) }
            withExtendedLifetime(store) {}
        }
    }

    @Test("A damaged first line, and a damaged snapshot, cannot be cut away; they are told")
    func noRemedy() throws {
        try withLog { whole in
            var bad = whole
            bad[40] ^= 1
            try bad.write(to: log)
            #expect(throws: StoreError(.journalDamaged, "")) { try open() }
            let damage = try StoreFolderRepair(folder: folder).damage()
            #expect(damage?.remedy == StoreFolderDamage.Remedy.none)
            #expect(damage?.file == "events.jsonl")
            try whole.write(to: log)
            try open().compactLog()
            let snapshot = folder.appendingPathComponent("snapshot")
            try Data(contentsOf: snapshot).dropLast(3).write(to: snapshot)
            let other = try StoreFolderRepair(folder: folder).damage()
            #expect(other?.file == "snapshot")
            #expect(other?.remedy == StoreFolderDamage.Remedy.none)
        }
    }
}
