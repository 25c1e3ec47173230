#if PostgreSQL && os(Linux)
    import Foundation
    import PostgreSQLConnection
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("Servers with other settings on a database that is shared", .timeLimit(.minutes(5)))
    struct SharedDatabaseLockTests {
        @Test("One with the same settings may come, one with others hears why not in one line")
        func settings() async throws {
            var world = try World()
            world.configuration.sharedDatabase = try await .fresh()
            let (first, second) = (try world.server(), try world.server())
            var other = world
            other.configuration.maximumReceiptLength += 1
            let error = #expect(throws: PurchaseServerError.self) { try other.server() }
            let name = try #require(world.configuration.sharedDatabase).description
            #expect(error?.code == .folderInUse)
            #expect(
                error?.reason == "another server with other settings uses \(name); end it, give both the same, or name "
                    + "another database"
            )
            withExtendedLifetime((first, second)) {}
        }

        @Test("Of two that begin at once with different settings at most one begins")
        func atOnce() async throws {
            let database = try await SharedDatabase.fresh()
            let settings = database.settings
            for round in 0..<5 {
                let count = await withTaskGroup(of: SharedDatabaseLock?.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            try? SharedDatabaseLock(settings, for: .settings("\(round) \(number)"), patience: .zero)
                        }
                    }
                    // All are held until each has been answered.
                    return await group.reduce(into: [SharedDatabaseLock]()) { $0 += [$1].compactMap(\.self) }.count
                }
                #expect(count <= 1)
                try await Self.waitUntilNobodyHasOne(settings)
            }
        }

        @Test("When it goes the next one comes, and whoever wants to be alone is")
        func release() async throws {
            let settings = try await SharedDatabase.fresh().settings
            do {
                let lock = try SharedDatabaseLock(settings, for: .settings("a"))
                #expect(throws: PurchaseServerError(.folderInUse, "")) {
                    try SharedDatabaseLock(settings, for: .alone("copy"), patience: .zero)
                }
                withExtendedLifetime(lock) {}
            }
            // PostgreSQL may not have seen yet that the connection has ended.
            let alone = try SharedDatabaseLock(settings, for: .alone("copy"), patience: .seconds(600))
            let error = #expect(throws: PurchaseServerError.self) {
                try SharedDatabaseLock(settings, for: .settings("b"), patience: .zero)
            }
            #expect(error?.reason.contains("another program has") == true)
            withExtendedLifetime(alone) {}
        }

        @Test("One whose connection ends is taken again")
        func restart() async throws {
            let cluster = try await DatabaseCluster.start()
            var patient = try PostgreSQLSettings(await cluster.makeDatabase())
            patient.backoff = Backoff(first: .milliseconds(10), longest: .milliseconds(50))
            let settings = patient
            let lock = try SharedDatabaseLock(settings, for: .settings("a"))
            try await cluster.stop(.fast)
            try await cluster.startAgain()
            try await eventually { try await Self.count(settings) > 0 }
            #expect(throws: PurchaseServerError(.folderInUse, "")) {
                try SharedDatabaseLock(settings, for: .settings("b"), patience: .zero)
            }
            withExtendedLifetime(lock) {}
        }

        /// PostgreSQL gives a lock back when it sees the connection end, which is soon.
        private static func waitUntilNobodyHasOne(_ settings: PostgreSQLSettings) async throws {
            try await eventually { try await count(settings) == 0 }
        }

        private static func count(_ settings: PostgreSQLSettings) async throws -> Int {
            var settings = settings
            settings.maximumSessions = 1
            let pool = PostgreSQLPool(settings)
            defer { pool.closeAll() }
            let row = try await pool.read(
                """
                SELECT count(*) AS locks FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """
            ).first
            return try #require(row).value("locks")
        }
    }
#endif
