import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite(
    "What root makes in the folder of another user's server",
    .enabled(if: geteuid() == 0, "only root gives files away")
)
struct FileOwnerTests {
    /// Nobody's number.
    private static let other: UInt32 = 65_534
    private static let date = Date(timeIntervalSince1970: 1_769_860_800)

    private let scratch: TemporaryFolder
    private let folder: URL
    private var database: URL { folder.appendingPathComponent("purchases.sqlite") }

    init() throws {
        scratch = try TemporaryFolder()
        folder = scratch.file("data")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.give(folder)
    }

    private static func give(_ file: URL) throws { try #require(chown(file.path, other, other) == 0) }

    private static func owners(_ path: String) throws -> [UInt32?] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let keys: [FileAttributeKey] = [.ownerAccountID, .groupOwnerAccountID]
        return keys.map { (attributes[$0] as? NSNumber)?.uint32Value }
    }

    /// The names of all files that another server could not open.
    private func closed(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { try Self.owners(folder.appendingPathComponent($0).path) != [Self.other, Self.other] }
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func backup() throws -> URL {
        let file = scratch.file("backup.sqlite")
        try FilledDatabase.write(to: file, version: try #require(SQLiteMigrations.migrator.migrations.last))
        return file
    }

    @Test("A restored database is whose the one before was, and so is the lock")
    func restored() throws {
        try FilledDatabase.write(to: database, version: SQLiteMigrations.migrator.migrations[1])
        try Self.give(database)
        // The folder alone would say another one.
        try #require(chown(folder.path, 0, 0) == 0)
        let report = try DatabaseRestore(databaseFile: database).run(from: try backup(), at: Self.date)
        #expect(report.previous != nil)
        #expect(try names(in: folder).contains("purchases.sqlite.lock"))
        #expect(try closed(in: folder) == [])
    }

    @Test("Where there was none it is whose the folder is")
    func restoredAnew() throws {
        _ = try DatabaseRestore(databaseFile: database).run(from: try backup(), at: Self.date)
        #expect(try names(in: folder) == ["purchases.sqlite", "purchases.sqlite.lock"])
        #expect(try closed(in: folder) == [])
    }

    @Test("A folder that is made is whose the folder is that it lies in")
    func restoredIntoNewFolder() throws {
        let new = folder.appendingPathComponent("new/newer", isDirectory: true)
        let database = new.appendingPathComponent("purchases.sqlite")
        _ = try DatabaseRestore(databaseFile: database).run(from: try backup(), at: Self.date)
        #expect(try closed(in: folder) == [])
        #expect(try closed(in: new.deletingLastPathComponent()) == [])
        #expect(try names(in: new) == ["purchases.sqlite", "purchases.sqlite.lock"])
        #expect(try closed(in: new) == [])
    }

    @Test("An export that is read back leaves nothing of root's")
    func imported() throws {
        let empty = scratch.file("empty").appendingPathComponent("purchases.sqlite")
        _ = try PurchaseDatabase(file: empty)
        let export = scratch.file("export")
        try PurchaseExport(databaseFile: empty, now: { Self.date }).write(to: export)
        try ExportReading(databaseFile: database).read(export)
        #expect(Set(try names(in: folder)).isSuperset(of: ["purchases.sqlite", "purchases.sqlite.lock"]))
        #expect(try closed(in: folder) == [])
    }

    @Test("Nor does a server that root has started and ended")
    func served() throws {
        let lock = try FolderLock(alone: database, for: "test")
        let storage = try PurchaseDatabase(file: database, lock: lock)
        #expect(Set(try names(in: folder)).isSuperset(of: ["purchases.sqlite-shm", "purchases.sqlite-wal"]))
        storage.noteStop()
        #expect(try names(in: folder).contains("purchases.sqlite.clean"))
        #expect(try closed(in: folder) == [])
        withExtendedLifetime((lock, storage)) {}
    }

    @Test("A backup stays with whoever made it, wherever it lies")
    func backedUp() throws {
        _ = try PurchaseDatabase(file: database)
        let report = try DatabaseBackup(databaseFile: database).write(to: folder, at: Self.date)
        #expect(try Self.owners(report.file.path) == [0, 0])
    }
}

@Suite("Whose files are to be")
struct FileOwnerRuleTests {
    @Test("root goes by the file, else by its folder; everybody else makes files as themselves")
    func rule() throws {
        let folder = try TemporaryFolder()
        let file = try folder.emptyFile("file")
        let owner = try #require(FileOwner(of: file, isRoot: true))
        #expect(owner.user == geteuid())
        #expect(FileOwner(of: folder.file("none"), isRoot: true) == FileOwner(of: folder.url, isRoot: true))
        #expect(FileOwner(of: folder.file("none").appendingPathComponent("none"), isRoot: true) == nil)
        #expect(FileOwner(of: file, isRoot: false) == nil)
    }
}
