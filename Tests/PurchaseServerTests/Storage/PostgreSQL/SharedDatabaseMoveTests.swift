#if PostgreSQL && os(Linux)
    import Entitlements
    import Foundation
    import GRDB
    import Logging
    import PostgreSQLConnection
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("From a file into a database that servers share", .timeLimit(.minutes(15)))
    struct SharedDatabaseMoveTests {
        private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        private static let names = ["flora", "rose", "lily", "anonymous:1", "nobody"]

        private static func move(_ world: World, to shared: SharedDatabase) throws -> DatabaseMove {
            try DatabaseMove(databaseFile: world.configuration.databaseFile, to: shared, logger: logger)
        }

        @Test("Servers on it answer everybody as the one on the file did, tell the same events, and go on from there")
        func servers() async throws {
            let world = try World()
            try await world.fill()
            let shared = try await SharedDatabase.fresh()
            let report = try await Self.move(world, to: shared).run()
            #expect(report.rows["customer_name"] == 4)
            #expect(report.rows["fact"] ?? 0 >= 3)
            // Half of it was copied before: it is gone on with, and nothing is there twice.
            #expect(try await Self.move(world, to: shared).run() == report)

            var moved = world
            moved.configuration.sharedDatabase = shared
            let (before, after) = (try world.server(), try moved.server())
            for name in Self.names {
                let customer = CustomerID(trusted: name)
                #expect(try await after.statement(of: customer) == before.statement(of: customer), "\(name)")
                #expect(try await after.storage.export(of: customer) == before.storage.export(of: customer))
                let events = try await before.storage.events(after: 0, of: customer, limit: 99)
                #expect(try await after.storage.events(after: 0, of: customer, limit: 99) == events)
            }
            // What is numbered goes on behind what was ever numbered.
            let last = try await before.storage.read {
                try Int64.fetchOne($0, sql: "SELECT max(number) FROM customer_name") ?? 0
            }
            try await after.storage.upload([Purchases.fact("later")], by: "later")
            let next = try await after.storage.read {
                try Int64.fetchOne($0, sql: "SELECT number FROM customer_name WHERE name = 'later'") ?? 0
            }
            #expect(next > last && last > 0)
            #expect(try await after.storage.facts(of: "later").purchases.map(\.transactionID) == ["later-1"])
        }

        @Test("The rows of a database of every earlier version are the same there, byte for byte")
        func filled() async throws {
            let folder = try TemporaryFolder()
            let file = folder.file("old.sqlite")
            try FilledDatabase.write(to: file, version: try #require(SQLiteMigrations.migrator.migrations.last))
            let shared = try await SharedDatabase.fresh()
            let report = try await DatabaseMove(databaseFile: file, to: shared, logger: Self.logger).run()
            let engine = try shared.engine()
            let source = try SQLiteEngine(file: file, logger: Self.logger, lock: nil)
            for table in MovedTable.names {
                let columns = try await source.read { try MovedColumns(of: table, in: $0) }
                let here = try await source.read { try columns.rows(after: nil, in: $0) }
                let there = try await engine.read { try columns.rows(after: nil, in: $0) }
                #expect(Set(there) == Set(here) && there.count == here.count, "\(table)")
                #expect(report.rows[table] == here.count)
            }
        }

        @Test("A database that somebody has used is refused, and stays as it was")
        func used() async throws {
            let world = try World()
            try await world.fill()
            let shared = try await SharedDatabase.fresh()
            let engine = try shared.engine()
            try await PurchaseDatabase(engine).upload([Purchases.fact("mallory")], by: "mallory")
            let before = try await Self.counts(in: engine)
            #expect(before["customer_name"] == 1 && before["api_key"] == 0)
            let error = await #expect(throws: PurchaseServerError.self) {
                try await Self.move(world, to: shared).run()
            }
            #expect(error?.code == .databaseUnusable)
            #expect(error?.reason.contains("customer_name has other rows there") == true)
            #expect(try await Self.counts(in: engine) == before)
            #expect(try await PurchaseDatabase(engine).facts(of: "mallory").purchases.count == 1)
        }

        /// How many rows each table has.
        private static func counts(in engine: any StorageEngine) async throws -> [String: Int] {
            try await engine.read { database in
                let tables = try String.fetchAll(
                    database,
                    sql: "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
                )
                return try tables.reduce(into: [:]) { counts, table in
                    counts[table] = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
                }
            }
        }

        @Test("While a server uses either of them nothing is copied, and no server begins meanwhile")
        func inUse() async throws {
            let world = try World()
            try await world.fill()
            var moved = world
            moved.configuration.sharedDatabase = try await .fresh()
            let shared = try #require(moved.configuration.sharedDatabase)
            do {
                let server = try moved.server()
                let error = #expect(throws: PurchaseServerError.self) { try Self.move(world, to: shared) }
                #expect(error?.code == .folderInUse)
                #expect(error?.reason.hasSuffix("end it before you copy into it") == true)
                withExtendedLifetime(server) {}
            }
            let other = try await SharedDatabase.fresh()
            let move = try Self.move(world, to: other)
            moved.configuration.sharedDatabase = other
            let error = #expect(throws: PurchaseServerError.self) { try moved.server() }
            #expect(error?.code == .folderInUse)
            #expect(error?.reason.contains("has \(other) for itself") == true)
            withExtendedLifetime(move) {}
        }
    }
#endif
