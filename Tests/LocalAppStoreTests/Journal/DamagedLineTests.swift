import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStore

@Suite("What opening says of a damaged line, and what repair does about it")
struct DamagedLineTests {
    private let scratch: TemporaryFolder
    private var folder: URL { scratch.file("store") }
    private var log: URL { folder.appendingPathComponent("events.jsonl") }

    init() throws {
        scratch = try TemporaryFolder()
        try Shop.putKeys(in: folder)
        let store = try open()
        for number in 0..<6 { try store.createAccount(id: "customer-\(number)") }
    }

    @discardableResult
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

    private func lines() throws -> [Data] {
        try Data(contentsOf: log).split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }

    private func write(_ lines: [Data]) throws {
        try lines.reduce(into: Data()) { $0 += $1 + Data("\n".utf8) }.write(to: log)
    }

    /// The log with a first line that has no checksum.
    ///
    /// - Parameter format: Of which version it says to be.
    private func writeWithoutSeal(format: Int) throws {
        var header = try #require(try JournalReader(at: log)).header
        header.format = format
        let plain = try JournalCoding.data(header)
        var (unsealed, checksum) = ([plain], JournalChecksum.start.following(plain))
        for line in try lines().dropFirst() {
            let framed = JournalLine.framed(try #require(JournalLine.unchecked(line)), after: checksum)
            unsealed.append(framed.line.dropLast())
            checksum = framed.checksum
        }
        try write(unsealed)
    }

    /// Bytes of a line that are damaged: its beginning, its middle, its end.
    private static let places = [0, 1, 9, 17, 19, 30, -30, -25, -19, -18, -10, -3, -2, -1]

    @Test("The line is named; the cut is promised where it is done, and done where promised", arguments: [1, 2, 3, 7])
    func named(line: Int) throws {
        let whole = try lines()
        #expect(whole.count == 7, "a header, six accounts")
        for place in Self.places {
            let count = whole[line - 1].count
            let position = place < 0 ? count + place : place
            guard (0..<count).contains(position) else { continue }
            var bad = whole
            bad[line - 1][position] ^= 1
            try write(bad)
            let before = try Data(contentsOf: log)
            let error = #expect(throws: StoreError.self) { try open() }
            let reason = try #require(error?.reason)
            let offset = whole.prefix(line - 1).reduce(0) { $0 + $1.count + 1 }
            #expect(reason.contains("is damaged in line \(line), at byte \(offset): "), "byte \(position): \(reason)")
            #expect(reason.contains("and cuts there") == (line > 1), "byte \(position): \(reason)")
            #expect(reason.contains("Put back a copy of the folder") == (line == 1), "byte \(position): \(reason)")
            #expect(try Data(contentsOf: log) == before)
            try mend(line, at: offset, whole)
        }
    }

    private func mend(_ line: Int, at offset: Int, _ whole: [Data]) throws {
        do {
            let repair = try StoreFolderRepair(folder: folder)
            let damage = try #require(try repair.damage())
            #expect(damage.line == line)
            #expect(damage.offset == offset)
            #expect(damage.remedy == (line > 1 ? .cut : .none))
            guard line > 1 else { return }
            _ = try repair.cut(damage)
            #expect(try repair.damage() == nil)
        }
        #expect(try lines() == Array(whole.prefix(line - 1)))
        let store = try open()
        let accounts = max(0, line - 2)
        #expect(store.accounts.map(\.id).filter { $0.hasPrefix("customer-") }.count == accounts)
        try store.createAccount(id: "afterwards")
    }

    @Test("After the cut behind the first line the store sells, and opens again")
    func afterCut() throws {
        var bad = try lines()
        bad[1][4] ^= 1
        try write(bad)
        do {
            let repair = try StoreFolderRepair(folder: folder)
            _ = try repair.cut(try #require(try repair.damage()))
        }
        do {
            let store = try open()
            try store.createAccount(id: "flora")
            try store.buy(productID: Shop.seeds, account: "flora")
        }
        #expect(try open().transactions(account: "flora").map(\.productID) == [Shop.seeds])
    }

    @Test("A log of before first lines had a checksum is refused, and says what to do")
    func otherVersion() throws {
        try writeWithoutSeal(format: 3)
        let before = try Data(contentsOf: log)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .journalDamaged)
        #expect(error?.reason.contains("Open the folder with that version, or begin a new one") == true)
        #expect(try Data(contentsOf: log) == before)
    }

    @Test("A first line that lost its checksum is damaged, and no cut is promised")
    func withoutSeal() throws {
        try writeWithoutSeal(format: JournalHeader.format)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .journalDamaged)
        #expect(error?.reason.contains("is damaged in line 1, at byte 0: it has no checksum") == true)
        #expect(error?.reason.contains("Put back a copy of the folder") == true)
        #expect(error?.reason.contains("cuts there") == false)
        #expect(try StoreFolderRepair(folder: folder).damage()?.remedy == StoreFolderDamage.Remedy.none)
    }
}
