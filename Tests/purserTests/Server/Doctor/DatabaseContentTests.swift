import Foundation
import GRDB
import Locking
import TestSupport
import Testing

@testable import purser

@Suite("purser server doctor and all that is in the database", .timeLimit(.minutes(15)))
struct DatabaseContentTests {
    private let folder: TemporaryFolder
    private let settings: ServerSettings

    init() throws {
        folder = try TemporaryFolder()
        settings = try ServerSettings(
            flags: ["data": [folder.file("data").path], "bundleIds": ["com.example.app"], "port": ["0"]],
            config: nil,
            environment: [:]
        )
    }

    private func makeDatabase() async throws {
        _ = try await Tool.run("server", "keys", "make", "App", "--public", "--data", folder.file("data").path)
    }

    private func findings() async -> [DoctorFinding] {
        await Doctor(settings: settings, isOnline: false).report().findings
    }

    private static func forever(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(86_400)) }

    @Test("It is read to its end; where there is none nothing is said")
    func whole() async throws {
        #expect(await !findings().contains { $0.check == "database-content" })
        try await makeDatabase()
        let last = try #require(await findings().last)
        #expect(last == .good("database-content", "read to its end; every index has every row"))
    }

    @Test("What takes too long is ended, and it is said that it was, and how to have it done")
    func late() async throws {
        try await makeDatabase()
        let waited = Locked(0.0)
        let check = DatabaseContentCheck(
            settings: settings,
            limit: 60,
            timer: { seconds in waited.withLock { $0 = seconds } },
            examine: { _ in try await Self.forever(0) }
        )
        let found = await check.findings()
        #expect(found.map(\.outcome) == [.skipped])
        #expect(found.first?.seen.contains("after 60 seconds") == true)
        #expect(found.first?.advice?.contains("--whole-database") == true)
        #expect(waited.withLock { $0 } == 60)
    }

    @Test("Without a limit nobody waits for one")
    func unlimited() async throws {
        try await makeDatabase()
        let check = DatabaseContentCheck(settings: settings, limit: nil) { _ in Issue.record("somebody waits") }
        #expect(await check.findings().map(\.outcome) == [.good])
    }

    @Test("An index that has lost its rows, and is in order by itself, is bad; that is said once")
    func emptyIndex() async throws {
        try await makeDatabase()
        try Self.emptyIndex("sqlite_autoindex_grdb_migrations_1", in: settings.databaseFile())
        let check = DatabaseContentCheck(settings: settings, limit: 60, timer: Self.forever)
        let bad = try #require(await check.findings().first)
        #expect(bad.outcome == .bad && bad.seen.contains("grdb_migrations"), "\(bad)")
        // A file that is small is looked at as closely by whoever opens it.
        let findings = await findings()
        #expect(findings.first { $0.check == "database" }?.outcome == .bad, "\(findings)")
        #expect(!findings.contains { $0.check == "database-content" })
    }

    /// Takes all rows out of an index that has one page.
    private static func emptyIndex(_ name: String, in file: URL) throws {
        let queue = try DatabaseQueue(path: file.path)
        let page = try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            return try Int.fetchOne(
                database,
                sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?",
                arguments: [name]
            )
        }
        try queue.close()
        let end = try #require(page) * 4_096
        // A leaf that has nothing, as SQLite writes it.
        let leaf = Data([0x0A, 0, 0, 0, 0, 0x10, 0, 0]) + Data(repeating: 0, count: 4_088)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: UInt64(end - 4_096))
        try handle.write(contentsOf: leaf)
        try handle.close()
    }
}
