#if PostgreSQL && os(Linux)
    import AppStoreModels
    import Entitlements
    import Foundation
    import PostgreSQLConnection
    import PostgreSQLSupport
    import Testing

    @testable import PurchaseServer

    @Suite("The locks of changes in a database that servers share", .timeLimit(.minutes(15)))
    struct ChangeLocksTests {
        private static func chains(_ count: Int, from first: Int = 0) -> [ChainKey] {
            (first..<first + count).map { ChainKey(environment: .production, originalTransactionID: "\($0)") }
        }

        private static func scope(_ count: Int, from first: Int = 0) -> WriteScope {
            .only(chains: chains(count, from: first), customers: [])
        }

        /// How many advisory locks a transaction has.
        private static func held(in database: StorageDatabase) throws -> Int? {
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
            )
        }

        @Test("A change of more purchases and names than have a lock each has the one of a change of anything")
        func limit() {
            let limit = ChangeLocks.maximumCount
            #expect(!ChangeLocks([Self.scope(limit)]).isAlone)
            #expect(ChangeLocks([Self.scope(limit + 1)]).isAlone)
            #expect(ChangeLocks([Self.scope(limit + 1)]).statements == ChangeLocks.alone.statements)
            #expect(ChangeLocks([Self.scope(limit), Self.scope(limit)]).statements.count == 3, "those are the same")
            #expect(ChangeLocks([Self.scope(limit), Self.scope(limit, from: limit)]).isAlone)
            #expect(ChangeLocks.count(for: .only(chains: Self.chains(limit - 1), customers: ["alice"])) == limit)
            #expect(ChangeLocks.count(for: .only(chains: Self.chains(limit), customers: ["alice"])) == nil)
            #expect(ChangeLocks.count(for: .everything) == nil)
            #expect(ChangeLocks.count(for: .independent) == 0)
        }

        @Test("An account with very many purchases is written, which the database's table of locks could not hold")
        func manyPurchases() async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            let held = try await storage.write(Self.scope(60_000)) { try Self.held(in: $0) }
            #expect(held == 1)
        }

        @Test("Changes that come together share a transaction as far as there may be locks for all of them")
        func together() async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            let held = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        try await storage.write(Self.scope(100, from: number * 100)) { try Self.held(in: $0) }
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1 ?? 0) }
            }
            // With the one that all share.
            #expect(held.count == 64 && held.allSatisfy { (101...301).contains($0) })
        }

        @Test("A change finds room for one lock where others have filled the table")
        func fullTable() async throws {
            let cluster = try await DatabaseCluster.start()
            defer { withExtendedLifetime(cluster) {} }
            let address = try await cluster.makeDatabase()
            let storage = PurchaseDatabase(try SharedDatabase(address).engine())
            var settings = try PostgreSQLSettings(address)
            settings.maximumSessions = 1
            settings.connectDeadline = .seconds(600)
            settings.waitDeadline = .seconds(600)
            settings.statementDeadline = .seconds(600)
            let others = PostgreSQLPool(settings)
            let filling = PostgreSQLStatement("SELECT count(pg_advisory_lock(k)) FROM generate_series(1, 1000000) AS k")
            let error = await #expect(throws: PostgreSQLError.self) { try await others.run(filling) }
            #expect(error?.sqlState == "53200")
            // They keep what they have got, but for these.
            try await others.run("SELECT count(pg_advisory_unlock(k)) FROM generate_series(1, 60) AS k")
            let held = try await storage.write(Self.scope(200)) { try Self.held(in: $0) }
            #expect(held == 1)
            await others.shutDown(within: .zero)
        }
    }
#endif
