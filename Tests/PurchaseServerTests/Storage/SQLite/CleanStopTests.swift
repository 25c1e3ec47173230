import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A database that was left in order")
struct CleanStopTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.url.appendingPathComponent("purchases.sqlite")
    }

    /// A server's database with something in it, and what is noted at its end.
    private func fill() async throws {
        let storage = try PurchaseDatabase(file: file)
        try await storage.upload([Purchases.fact("1")], by: "alice")
        storage.noteStop()
    }

    private func open() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Overwrites a page that nobody reads at the start, and leaves size and date as they were.
    private func damage() throws {
        let files = FileManager.default
        let page = try open().read { database in
            try UInt64.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'fact'")
        }
        let place = 4_096 * (try #require(page) - 1)
        let date = try #require(files.attributesOfItem(atPath: file.path)[.modificationDate] as? Date)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: place)
        try handle.write(contentsOf: Data(repeating: 0xAB, count: 4_096))
        try handle.close()
        try files.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    @Test("The note is true once, for its owner only, with everything in the file")
    func once() async throws {
        try await fill()
        let note = file.path + ".clean"
        let mode = try FileManager.default.attributesOfItem(atPath: note)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(CleanStop(database: file).take())
        #expect(!FileManager.default.fileExists(atPath: note))
        #expect(!CleanStop(database: file).take())
    }

    /// What may happen to a database after its server has ended.
    enum Change: CaseIterable { case written, inLog, longer, touched, replaced, gone }

    @Test("Whatever has changed since makes it untrue", arguments: Change.allCases)
    func untrue(change: Change) async throws {
        try await fill()
        let files = FileManager.default
        switch change {
        case .written: try await DatabaseQueue(path: file.path).write { try $0.execute(sql: "DELETE FROM health") }
        case .inLog: try Data("x".utf8).write(to: URL(fileURLWithPath: file.path + "-wal"))
        case .longer:
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data([0]))
            try handle.close()
        case .touched: try files.setAttributes([.modificationDate: Purchases.start], ofItemAtPath: file.path)
        case .replaced:
            try files.removeItem(at: file)
            try Data("x".utf8).write(to: file)
        case .gone: try files.removeItem(at: file)
        }
        #expect(!CleanStop(database: file).take())
        #expect(!files.fileExists(atPath: file.path + ".clean"))
    }

    @Test("What is still in the log is brought into the file; where that cannot be, nothing is noted")
    func log() async throws {
        let storage = try PurchaseDatabase(file: file)
        try await storage.upload([Purchases.fact("1")], by: "alice")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: file.path, configuration: configuration)
        try reader.inDatabase { database in
            // A look that has begun keeps what it sees in the log.
            try database.execute(sql: "BEGIN")
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM upload")
        }
        try await storage.upload([Purchases.fact("2")], by: "alice")
        try await storage.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 1") }
        storage.noteStop()
        #expect(!CleanStop(database: file).take())
        try reader.inDatabase { try $0.execute(sql: "COMMIT") }
        storage.noteStop()
        #expect(CleanStop(database: file).take())
    }

    @Test("A large one in order is not read through again; a small one is, and so is any after a crash")
    func readThrough() async throws {
        try await fill()
        try damage()
        let (queue, migrator) = (try open(), SQLiteMigrations.migrator)
        var checked = SQLiteFile(url: file)
        for (largeSize, isInOrder, isRead) in [(1, true, false), (1, false, true), (.max, true, true)] {
            checked.largeSize = largeSize
            let check = { [checked] () throws -> Bool in
                try queue.read { try checked.checkContent($0, migrator: migrator, isInOrder: isInOrder) }
            }
            if isRead {
                #expect(throws: (any Error).self, "\(largeSize) \(isInOrder)") { try check() }
            } else {
                #expect(try check() == false)
            }
        }
    }

    @Test("A large one of a newer version is refused all the same")
    func newer() async throws {
        try await fill()
        try await DatabaseQueue(path: file.path).write { database in
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')")
        }
        var checked = SQLiteFile(url: file)
        checked.largeSize = 1
        let look = { [checked] (database: Database) throws -> Bool in
            try checked.checkContent(database, migrator: SQLiteMigrations.migrator, isInOrder: true)
        }
        let queue = try open()
        let error = #expect(throws: PurchaseServerError.self) { try queue.read(look) }
        #expect(error?.code == .databaseNewer)
    }
}
