#if PostgreSQL && os(Linux)
    import AppStoreServerClient
    import Foundation
    import Testing

    @testable import PurchaseServer

    /// Limits are so low that what comes free while a test runs counts for nothing.
    @Suite("What servers on one database send to the App Store", .timeLimit(.minutes(5)))
    struct SharedAppStoreTurnsTests {
        /// Three at once, then one in a million seconds.
        private static let limit = SharedLimit(name: "com.example.app/50/production", capacity: 3, perSecond: 1e-6)

        /// A server's database, as long as it is there.
        private struct Server: Sendable {
            let engine: any StorageEngine

            func reserve(_ limit: SharedLimit, patience: TimeInterval) async throws -> TimeInterval? {
                try await #require(engine.turns).reserve(limit, patience: patience)
            }

            func close(_ limit: SharedLimit, for seconds: TimeInterval) async throws {
                try await #require(engine.turns).close(limit, for: seconds)
            }
        }

        private static func servers(_ count: Int) async throws -> [Server] {
            let database = try await SharedDatabase.fresh()
            return try (0..<count).map { _ in Server(engine: try database.engine()) }
        }

        @Test("All of them together have no more places than one")
        func together() async throws {
            let servers = try await Self.servers(3)
            let waits = try await withThrowingTaskGroup(of: TimeInterval?.self) { group in
                for server in servers + servers + servers {
                    group.addTask { try await server.reserve(Self.limit, patience: 60) }
                }
                return try await group.reduce(into: [TimeInterval?]()) { $0.append($1) }
            }
            #expect(waits.filter { $0 == 0 }.count == 3)
            #expect(waits.filter { $0 == nil }.count == 6)
        }

        @Test("Who has patience is told how long; who has not takes nothing")
        func patience() async throws {
            let servers = try await Self.servers(2)
            for _ in 0..<3 { #expect(try await servers[0].reserve(Self.limit, patience: 0) == 0) }
            #expect(try await servers[1].reserve(Self.limit, patience: 999_000) == nil)
            let first = try #require(try await servers[1].reserve(Self.limit, patience: 1_500_000))
            #expect((999_000...1_000_000).contains(first))
            let second = try #require(try await servers[0].reserve(Self.limit, patience: 2_500_000))
            #expect((1_999_000...2_000_000).contains(second))
        }

        @Test("Each limit is counted by itself")
        func others() async throws {
            let servers = try await Self.servers(1)
            for _ in 0..<3 { #expect(try await servers[0].reserve(Self.limit, patience: 0) == 0) }
            let sandbox = SharedLimit(name: "com.example.app/50/sandbox", capacity: 1, perSecond: 1e-6)
            #expect(try await servers[0].reserve(sandbox, patience: 0) == 0)
            #expect(try await servers[0].reserve(sandbox, patience: 0) == nil)
        }

        @Test("Where the App Store says when to come back all of them wait for that")
        func closed() async throws {
            let servers = try await Self.servers(2)
            try await servers[0].close(Self.limit, for: 100_000)
            try await servers[0].close(Self.limit, for: 10)
            #expect(try await servers[1].reserve(Self.limit, patience: 60) == nil)
            let wait = try #require(try await servers[1].reserve(Self.limit, patience: 200_000))
            #expect((85_000...86_400).contains(wait))
        }

        @Test("What was written while the database's clock ran ahead holds nothing back", arguments: [false, true])
        func clockAhead(isClosed: Bool) async throws {
            let database = try await SharedDatabase.fresh()
            let server = Server(engine: try database.engine())
            #expect(try await server.reserve(Self.limit, patience: 0) == 0)
            if isClosed { try await server.close(Self.limit, for: 10) }
            _ = try await server.engine.write(.independent) { database in
                try database.execute(
                    sql:
                        "UPDATE app_store_turn SET next_at = next_at + 86400000, closed_until = closed_until + 86400000"
                )
            }
            for _ in 0..<3 { #expect(try await server.reserve(Self.limit, patience: 60) == 0) }
            #expect(try await server.reserve(Self.limit, patience: 60) == nil)
            try await server.close(Self.limit, for: 80_000)
            let roomy = SharedLimit(name: Self.limit.name, capacity: 9, perSecond: 1e-6)
            #expect(try await server.reserve(roomy, patience: 60) == nil, "it is closed")
        }
    }
#endif
