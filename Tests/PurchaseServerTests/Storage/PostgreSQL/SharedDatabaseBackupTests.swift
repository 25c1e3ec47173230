#if PostgreSQL && os(Linux)
    import Entitlements
    import Foundation
    import GRDB
    import Locking
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    /// What the article about production says of backups, done: PostgreSQL's own programs, while a server writes.
    @Suite("A backup of a database that servers share", .timeLimit(.minutes(10)))
    struct SharedDatabaseBackupTests {
        @Test("A dump made while a server writes, put into a new database, has what was acknowledged before")
        func dump() async throws {
            let cluster = try await DatabaseCluster.shared()
            let shared = try await SharedDatabase.fresh()
            let storage = PurchaseDatabase(try shared.engine())
            for number in 0..<50 {
                try await storage.upload([Purchases.fact("before\(number)")], by: CustomerID(trusted: "c\(number)"))
            }
            let before = try await Self.rows(of: storage.engine)
            let scratch = try TemporaryFolder()
            let file = scratch.file("purchases.dump")

            let isOver = Locked(false)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var number = 0
                    while !isOver.withLock({ $0 }) {
                        let fact = Purchases.fact("meanwhile\(number)")
                        try await storage.upload([fact], by: CustomerID(trusted: "m\(number)"))
                        number += 1
                    }
                }
                group.addTask {
                    defer { isOver.withLock { $0 = true } }
                    try await Self.run(cluster, "pg_dump", "--format=custom", "--file=\(file.path)", database: shared)
                }
                try await group.waitForAll()
            }

            let restored = try await SharedDatabase.fresh()
            try await Self.run(cluster, "pg_restore", "--no-owner", "--exit-on-error", file.path, database: restored)
            let other = PurchaseDatabase(try restored.engine())
            // It is of this version as it stands, and servers go on with it.
            #expect(try DatabaseUpgrade(.shared(restored)).plan().pending == [])
            let after = try await Self.rows(of: other.engine)
            for (table, rows) in before {
                let missing = rows.subtracting(after[table] ?? [])
                #expect(missing.isEmpty, "\(table)")
            }
            // All of it is of one moment: whoever has a purchase has its statements.
            let chains = try await other.read {
                try String.fetchAll(
                    $0,
                    sql: """
                        SELECT c.original_transaction_id FROM chain c WHERE NOT EXISTS (SELECT 1 FROM fact f
                            WHERE f.environment = c.environment AND f.original_transaction_id = c.original_transaction_id)
                        """
                )
            }
            #expect(chains == [])
            try await other.upload([Purchases.fact("later")], by: "later")
            #expect(try await other.facts(of: "later").purchases.count == 1)
            #expect(try await other.facts(of: "c7").purchases.map(\.originalTransactionID) == ["before7"])
        }

        /// The rows of the tables that only grow, without those that any look at a customer may change.
        private static func rows(of engine: any StorageEngine) async throws -> [String: Set<[DatabaseValue]>] {
            let empty = try DatabaseQueue()
            try SQLiteMigrations.migrator.migrate(empty)
            var rows: [String: Set<[DatabaseValue]>] = [:]
            for table in ["customer_name", "customer_chain", "chain", "fact", "upload"] {
                let columns = try await empty.read { try MovedColumns(of: table, in: StorageDatabase($0)) }
                rows[table] = Set(try await engine.read { try columns.rows(after: nil, in: $0) })
            }
            return rows
        }

        private static func run(
            _ cluster: DatabaseCluster,
            _ program: String,
            _ arguments: String...,
            database: SharedDatabase
        ) async throws {
            let name = try #require(database.description.split(separator: "/").last)
            let outcome = try await Command(
                URL(fileURLWithPath: "/usr/bin/env"),
                [program, "--dbname=\(cluster.connectionString(database: String(name)))"] + arguments
            ).run()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }
#endif
