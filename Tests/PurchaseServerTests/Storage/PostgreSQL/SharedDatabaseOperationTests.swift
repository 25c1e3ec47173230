#if PostgreSQL && os(Linux)
    import AppStoreModels
    import Entitlements
    import Foundation
    import GRDB
    import Logging
    import PostgreSQLConnection
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("What is done to a database that servers share", .timeLimit(.minutes(15)))
    struct SharedDatabaseOperationTests {
        private static let steps = PostgreSQLMigrations.steps.map(\.name)

        @Test("The plan of an empty one has all steps, and nothing of one that has them")
        func plan() async throws {
            let database = try await SharedDatabase.fresh()
            let upgrade = DatabaseUpgrade(.shared(database))
            #expect(try upgrade.plan() == DatabaseUpgrade.Plan(done: [], pending: Self.steps))
            let nothing = #expect(throws: PurchaseServerError.self) { try upgrade.checkIsCurrent() }
            #expect(nothing?.code == .databaseUnusable)
            #expect(nothing?.reason == "no server has kept anything in \(database)")
            // To look has changed nothing.
            #expect(try upgrade.plan().done == [])
            #expect(try upgrade.run().pending == Self.steps)
            #expect(try upgrade.plan() == DatabaseUpgrade.Plan(done: Self.steps, pending: []))
            try upgrade.checkIsCurrent()
            #expect(try upgrade.run().pending == [])
        }

        @Test("One of an earlier version is brought to this one, while a server goes on")
        func earlier() async throws {
            let database = try await SharedDatabase.fresh()
            let storage = PurchaseDatabase(try database.engine())
            try await storage.upload([Purchases.fact("one")], by: "alice")
            // As it was before the second step.
            try await storage.write { database in
                try database.execute(sql: "DROP INDEX purchase_event_written")
                try database.execute(sql: "ALTER TABLE upload DROP COLUMN stated_environment")
                try database.execute(sql: "ALTER TABLE upload DROP COLUMN repeated_ms")
                try database.execute(sql: "ALTER TABLE upload DROP COLUMN demands")
                try database.execute(sql: "DROP TABLE signed_header")
                try database.execute(sql: "DROP TABLE app_store_turn")
                try database.execute(sql: "DROP TABLE work_claim")
                try database.execute(sql: "DELETE FROM purser_migration WHERE number > 1")
            }
            let upgrade = DatabaseUpgrade(.shared(database))
            let error = #expect(throws: PurchaseServerError.self) { try upgrade.checkIsCurrent() }
            #expect(error?.code == .databaseOlder)
            #expect(try upgrade.run().pending == Array(Self.steps.dropFirst()))
            #expect(try await storage.facts(of: "alice").purchases.count == 1)
            #expect(try await storage.claim(WorkClaim("anything"), at: Purchases.start))
        }

        @Test("Its keys are made, listed and revoked beside the servers")
        func keys() async throws {
            let database = try await SharedDatabase.fresh()
            let book = try KeyBook(sharedDatabase: database, now: { Purchases.start })
            let key = try await book.make(.secret, name: "Shop", scopes: [.customers])
            let other = try KeyBook(sharedDatabase: database, now: { Purchases.start })
            #expect(try await other.keys().map(\.id) == [key.key.id])
            try await other.revoke(id: key.key.id)
            #expect(try await book.keys().first?.revocationDate == Purchases.start)
        }

        @Test("An export of it has the same lines as that of the file it came from, and is read back into a file")
        func export() async throws {
            let world = try World()
            try await world.fill()
            let file = world.configuration.databaseFile
            let here = world.folder.appendingPathComponent("here")
            let there = world.folder.appendingPathComponent("there")
            let rows = try PurchaseExport(databaseFile: file, now: { world.now }).write(to: here)
            let database = try await SharedDatabase.fresh()
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            _ = try await DatabaseMove(databaseFile: file, to: database, logger: logger).run()

            #expect(try PurchaseExport(.shared(database), now: { world.now }).write(to: there) == rows)
            for table in ExportedTable.names {
                let lines = try [here, there].map { folder in
                    let text = try String(contentsOf: PurchaseExport.file(of: table, in: folder), encoding: .utf8)
                    return text.split(separator: "\n").sorted()
                }
                #expect(lines[0] == lines[1], "\(table)")
            }
            let reading = ExportReading(databaseFile: world.folder.appendingPathComponent("other/purchases.sqlite"))
            #expect(try reading.read(there) == rows)
        }

        @Test("An export is not ended by the database while it waits for its own disk")
        func slowExport() async throws {
            let scratch = try TemporaryFolder()
            let address = try await DatabaseCluster.shared().makeDatabase()
            let storage = PurchaseDatabase(try SharedDatabase(address).engine())
            try await storage.upload([Purchases.fact("one")], by: "alice")
            // Nobody writes a file within a millisecond.
            let hasty = try SharedDatabase("\(address) options='-c idle_in_transaction_session_timeout=1'")
            let rows = try PurchaseExport(.shared(hasty), now: { Purchases.start }).write(to: scratch.file("export"))
            #expect(rows["fact"] == 1)
        }

        @Test("An export that cannot be written leaves nothing, and one of an empty database is refused")
        func failingExport() async throws {
            let scratch = try TemporaryFolder()
            let database = try await SharedDatabase.fresh()
            let export = PurchaseExport(.shared(database), now: { Purchases.start })
            #expect(throws: PurchaseServerError(.databaseUnusable, "")) { try export.write(to: scratch.file("a")) }
            _ = try database.engine()
            try Data().write(to: scratch.file("b"))
            #expect(throws: ImportError.self) { try export.write(to: scratch.file("b/c")) }
            #expect(!FileManager.default.fileExists(atPath: scratch.file("a").path))
        }
    }
#endif
