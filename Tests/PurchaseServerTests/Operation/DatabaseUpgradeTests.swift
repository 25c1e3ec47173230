import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Bringing a database to this version")
struct DatabaseUpgradeTests {
    private static let versions = SQLiteMigrations.migrator.migrations

    /// The tables of the first version that the second one rewrites; what becomes of them is in ``MigrationTests``.
    private static let rewritten = ["upload", "latest_receipt", "chain"]

    @Test("Every row of every earlier version is there afterwards, as it was", arguments: versions.dropLast())
    func nothingLost(version: String) throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            try FilledDatabase.write(to: file, version: version)
            let before = try FilledDatabase.rows(of: file)
            #expect(before["notification"]?.count == 2)
            let plan = try DatabaseUpgrade(databaseFile: file).run()
            #expect(plan.done.last == version)
            #expect(plan.done + plan.pending == Self.versions)
            let columns = before.mapValues { rows in Array(rows[0].keys) }
            let after = try FilledDatabase.rows(of: file, columns: columns)
            for (table, rows) in before where version != Self.versions[0] || !Self.rewritten.contains(table) {
                #expect(after[table] == rows, "\(table)")
            }
            #expect(try DatabaseUpgrade(databaseFile: file).plan().pending == [])
        }
    }

    @Test("To say what would be done changes nothing")
    func plan() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            try FilledDatabase.write(to: file, version: Self.versions[1])
            let bytes = try Data(contentsOf: file)
            let plan = try DatabaseUpgrade(databaseFile: file).plan()
            #expect(plan == .init(done: Array(Self.versions[...1]), pending: Array(Self.versions[2...])))
            #expect(try Data(contentsOf: file) == bytes)
        }
    }

    @Test("While a server runs nothing is done")
    func runningServer() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            try FilledDatabase.write(to: file, version: Self.versions[1])
            let server = try FolderLock(databaseFile: file, settings: "those of a server")
            let upgrade = DatabaseUpgrade(databaseFile: file)
            let error = #expect(throws: PurchaseServerError.self) { try upgrade.run() }
            #expect(error?.code == .folderInUse)
            #expect(error?.reason == "a server uses purchases.sqlite; end it before you migrate")
            #expect(try upgrade.plan().pending == Array(Self.versions[2...]))
            withExtendedLifetime(server) {}
        }
    }

    @Test("Where there is nothing to do no server is in the way")
    func nothingToDo() throws {
        let world = try World()
        let server = try world.server()
        #expect(try DatabaseUpgrade(databaseFile: world.configuration.databaseFile).run().pending == [])
        withExtendedLifetime(server) {}
    }

    @Test("Nobody who opens the database changes it under a server of the version before")
    func beneathServer() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            try FilledDatabase.write(to: file, version: Self.versions[2])
            let server = try FolderLock(databaseFile: file, settings: "those of the running server")
            for open in [{ _ = try KeyBook(databaseFile: file) }, { _ = try PurchaseDatabase(file: file) }] {
                let error = #expect(throws: PurchaseServerError.self) { try open() }
                #expect(error?.code == .folderInUse)
            }
            #expect(try DatabaseUpgrade(databaseFile: file).plan().done.count == 3)
            withExtendedLifetime(server) {}
        }
    }

    @Test("A server does the steps with its own lock, and goes on sharing the folder afterwards")
    func byServer() throws {
        var world = try World()
        let file = world.folder.appendingPathComponent("old/purchases.sqlite")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FilledDatabase.write(to: file, version: Self.versions[2])
        world.configuration.databaseFile = file
        #expect(throws: PurchaseServerError(.databaseOlder, "")) {
            try DatabaseUpgrade(databaseFile: file).checkIsCurrent()
        }
        let server = try world.server()
        try DatabaseUpgrade(databaseFile: file).checkIsCurrent()
        let second = try world.server()
        withExtendedLifetime((server, second)) {}
    }

    @Test("A newer database is named by the step that is unknown, with what to do")
    func newer() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            try FilledDatabase.write(to: file, version: Self.versions[0])
            try DatabaseQueue.patient(file).write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')")
            }
            let error = #expect(throws: PurchaseServerError.self) { try DatabaseUpgrade(databaseFile: file).plan() }
            #expect(error?.code == .databaseNewer)
            #expect(error?.reason.contains("\"999 of the future\"; start that version, or restore a backup") == true)
        }
    }

    @Test("Where there is no database nothing is made")
    func missing() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let error = #expect(throws: PurchaseServerError.self) { try DatabaseUpgrade(databaseFile: file).run() }
            #expect(error?.code == .databaseUnusable)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == [])
        }
    }
}
