import AppReceipt
import Foundation
import GRDB
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Restoring a backup", .timeLimit(.minutes(15)))
struct RestoreTests {
    private static let date = Date(timeIntervalSince1970: 1_769_860_800)
    private let world: World
    private let folder: TemporaryFolder

    init() throws {
        world = try World()
        folder = try TemporaryFolder()
        world.store.set(world.answer())
    }

    private var database: URL { world.configuration.databaseFile }

    private func upload(for customer: String, _ value: UInt8) async throws {
        try await world.test { client, _ in
            let receipt = try SampleReceipt.signed { $0.opaqueValue = [value] }
            #expect(try await client.upload(receipt, for: customer).status == 200)
        }
    }

    private func uploaders(in file: URL) throws -> Set<String> {
        try DatabaseQueue.patient(file).read { try Set(String.fetchAll($0, sql: "SELECT customer FROM upload")) }
    }

    @Test("The server has what the backup had; what was there is beside it, with all that was acknowledged")
    func story() async throws {
        try await upload(for: "alice", 1)
        let backup = try DatabaseBackup(databaseFile: database).write(to: folder.url, at: Self.date).file
        try await upload(for: "bob", 2)
        let bytes = try Data(contentsOf: backup)
        let report = try DatabaseRestore(databaseFile: database).run(from: backup, at: Self.date)
        #expect(report.rows["upload"] == 1)
        #expect(report.pending == [])
        #expect(try uploaders(in: database) == ["alice"])
        let previous = try #require(report.previous)
        #expect(previous.lastPathComponent == "purchases-20260131T120000Z-before-restore.sqlite")
        #expect(try uploaders(in: previous) == ["alice", "bob"])
        #expect(try Data(contentsOf: backup) == bytes)
        for file in [database, previous] {
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
        }
        try await upload(for: "carol", 3)
        #expect(try uploaders(in: database) == ["alice", "carol"])
    }

    @Test("While a server holds the folder nothing is touched")
    func runningServer() async throws {
        try await upload(for: "alice", 1)
        let backup = try DatabaseBackup(databaseFile: database).write(to: folder.url, at: Self.date).file
        let server = try world.server()
        let error = #expect(throws: PurchaseServerError.self) {
            try DatabaseRestore(databaseFile: database).run(from: backup, at: Self.date)
        }
        #expect(error?.code == .folderInUse)
        #expect(error?.reason.contains("end it before you restore") == true)
        withExtendedLifetime(server) {}
    }

    @Test(
        "A backup that is damaged, newer, foreign or missing is refused, and the database stays",
        arguments: ["damaged", "newer", "foreign", "missing"]
    )
    func refused(kind: String) async throws {
        try await upload(for: "alice", 1)
        let backup = try DatabaseBackup(databaseFile: database).write(to: folder.url, at: Self.date).file
        var code = PurchaseServerError.Code.databaseDamaged
        switch kind {
        case "newer":
            code = .databaseNewer
            try await DatabaseQueue.patient(backup).write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')")
            }
        case "foreign":
            code = .databaseForeign
            try FileManager.default.removeItem(at: backup)
            try await DatabaseQueue.patient(backup).write { try $0.execute(sql: "CREATE TABLE song (name TEXT)") }
        case "missing":
            code = .databaseUnusable
            try FileManager.default.removeItem(at: backup)
        default:
            try Data(contentsOf: backup).prefix(20_000).write(to: backup)
        }
        let error = #expect(throws: PurchaseServerError.self) {
            try DatabaseRestore(databaseFile: database).run(from: backup, at: Self.date)
        }
        #expect(error?.code == code)
        #expect(try uploaders(in: database) == ["alice"])
        let names = try FileManager.default.contentsOfDirectory(atPath: database.deletingLastPathComponent().path)
        #expect(!names.contains { $0.contains("restore") })
    }

    @Test("A damaged database gives way, and is kept with its log")
    func damagedDatabase() async throws {
        try await upload(for: "alice", 1)
        let backup = try DatabaseBackup(databaseFile: database).write(to: folder.url, at: Self.date).file
        try Data("no database".utf8).write(to: database)
        try Data("and its log".utf8).write(to: URL(fileURLWithPath: database.path + "-wal"))
        let report = try DatabaseRestore(databaseFile: database).run(from: backup, at: Self.date)
        let previous = try #require(report.previous)
        #expect(try Data(contentsOf: previous) == Data("no database".utf8))
        #expect(!FileManager.default.fileExists(atPath: database.path + "-wal"))
        #expect(try uploaders(in: database) == ["alice"])
    }

    @Test("Into a folder that is not there; one of an earlier version says what the server will do")
    func newFolder() throws {
        let backup = folder.file("old.sqlite")
        try FilledDatabase.write(to: backup, version: SQLiteMigrations.migrator.migrations[1])
        let file = folder.file("new").appendingPathComponent("purchases.sqlite")
        let report = try DatabaseRestore(databaseFile: file).run(from: backup, at: Self.date)
        #expect(report.previous == nil)
        #expect(report.pending == Array(SQLiteMigrations.migrator.migrations[2...]))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("new").path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o700)
        _ = try PurchaseDatabase(file: file)
        #expect(try uploaders(in: file) == ["alice", "bob"])
    }
}
