#if PostgreSQL && os(Linux)
    import Entitlements
    import Foundation
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    /// `packaging/partition-facts.sql`, as "How it scales" has people run it.
    @Suite("Facts in partitions", .timeLimit(.minutes(5)))
    struct PartitionedFactsTests {
        private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("packaging/partition-facts.sql")

        private static func split(_ database: SharedDatabase, parts: Int? = nil) async throws -> Command.Outcome {
            let name = String(try #require(database.description.split(separator: "/").last))
            let address = try await DatabaseCluster.shared().connectionString(database: name)
            return try await Command(
                URL(fileURLWithPath: "/usr/bin/env"),
                [
                    "psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--single-transaction", "--file",
                    script.path, address,
                ],
                environment: parts.map { ["PGOPTIONS": "-c purser.partitions=\($0)"] } ?? [:]
            ).run()
        }

        @Test("Servers that run go on: the same facts, each statement once, and answers that are forgotten in time")
        func going() async throws {
            let database = try await SharedDatabase.fresh()
            let storage = PurchaseDatabase(try database.engine())
            for number in 0..<120 {
                try await storage.upload(
                    [Purchases.fact("chain\(number)"), Purchases.fact("chain\(number)", transaction: "t\(number)")],
                    by: CustomerID(trusted: "c\(number % 40)")
                )
            }
            let before = try await storage.facts(of: "c7")
            let revision = try await storage.countedRecord(of: "c7").revision
            let outcome = try await Self.split(database)
            #expect(outcome.status == 0, "\(outcome.errors)")

            #expect(try await storage.facts(of: "c7") == before && before.purchases.count == 6)
            let counts = try await storage.read {
                try Int.fetchAll($0, sql: "SELECT count(*) FROM fact GROUP BY tableoid ORDER BY 1")
            }
            #expect(counts.reduce(0, +) == 240 && counts.count > 30)
            // The same statement again is the same row; a new one is another, and what was answered is forgotten.
            try await storage.upload([Purchases.fact("chain7")], by: "c7")
            #expect(try await storage.facts(of: "c7") == before)
            try await storage.upload([Purchases.fact("chain7", transaction: "new")], by: "c7")
            #expect(try await storage.facts(of: "c7").purchases.count == 7)
            #expect(try await storage.countedRecord(of: "c7").revision > revision)
            // Numbers go on.
            let numbers = try await storage.read {
                try Int64.fetchAll($0, sql: "SELECT id FROM fact WHERE transaction_id = 'new' OR id = 240 ORDER BY id")
            }
            #expect(numbers.count == 2 && numbers[1] > 240)
            // Another server starts on it, and nothing is left to migrate.
            #expect(try DatabaseUpgrade(.shared(database)).plan().pending == [])
            #expect(try await PurchaseDatabase(try database.engine()).facts(of: "c7").purchases.count == 7)
        }

        @Test("What is asked about a purchase looks into one partition")
        func pruning() async throws {
            let database = try await SharedDatabase.fresh()
            let storage = PurchaseDatabase(try database.engine())
            try await storage.upload([Purchases.fact("chain")], by: "flora")
            #expect(try await Self.split(database, parts: 8).status == 0)
            let plan = try await storage.read {
                try String.fetchAll(
                    $0,
                    sql: """
                        EXPLAIN (COSTS OFF) SELECT content FROM fact WHERE environment = 'Production'
                            AND original_transaction_id = 'chain'
                        """
                )
            }
            #expect(plan.filter { $0.contains(" on fact_") }.count == 1, "\(plan)")
            let parts = try await storage.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM pg_inherits WHERE inhparent = 'fact'::regclass")
            }
            #expect(parts == 8)
        }

        @Test("It is done once, and says so the second time")
        func twice() async throws {
            let database = try await SharedDatabase.fresh()
            _ = try database.engine()
            #expect(try await Self.split(database).status == 0)
            let again = try await Self.split(database)
            #expect(again.status != 0)
            #expect(again.errors.contains("the facts are in partitions already"))
        }
    }
#endif
