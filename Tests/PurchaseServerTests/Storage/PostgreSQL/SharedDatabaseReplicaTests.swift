#if PostgreSQL && os(Linux)
    import AppStoreModels
    import Entitlements
    import Foundation
    import Hummingbird
    import HummingbirdTesting
    import PostgreSQLConnection
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("Databases that follow the one that servers share", .tags(.slow), .timeLimit(.minutes(5)))
    struct SharedDatabaseReplicaTests {
        /// A database and one that follows it, which go with this value.
        private struct Pair {
            let cluster: DatabaseCluster
            let follower: DatabaseCluster
            let settings: PostgreSQLSettings
            /// Where the one is that follows.
            let there: PostgreSQLSettings

            init() async throws {
                cluster = try await DatabaseCluster.start()
                let address = try await cluster.makeDatabase()
                let name = try #require(address.split(separator: "=").last.map(String.init))
                follower = try await cluster.startFollower()
                var settings = try PostgreSQLSettings(address)
                settings.maximumSessions = 4
                settings.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(100))
                var there = try PostgreSQLSettings(follower.connectionString(database: name))
                there.maximumSessions = 2
                there.backoff = settings.backoff
                (self.settings, self.there) = (settings, there)
            }

            /// A server's storage.
            func storage(maximumAge: Double) throws -> PurchaseDatabase {
                PurchaseDatabase(try PostgreSQLEngine(settings, replicas: [there], maximumAge: maximumAge))
            }
        }

        /// Whether a look-up is answered by one that follows.
        private static func isAnsweredBehind(
            about customer: CustomerID,
            _ storage: PurchaseDatabase
        ) async throws -> Bool {
            let query = QuickQuestion("SELECT pg_is_in_recovery()") { try $0.decode(Bool.self, atIndex: 0) }
            return try await storage.lookBehind(about: customer, query) == true
        }

        @Test("Look-ups go to one that has everything, and to the followed one while it is behind or away")
        func follower() async throws {
            let pair = try await Pair()
            defer { withExtendedLifetime(pair) {} }
            let storage = try pair.storage(maximumAge: 3)
            let control = PostgreSQLPool(pair.there)
            defer { control.closeAll() }

            try await storage.upload([Purchases.fact("one")], by: "flora")
            try await eventually { try await Self.isAnsweredBehind(about: "flora", storage) }
            let record = try await storage.recentRecord(of: "flora")
            #expect(record.facts.purchases.map(\.transactionID) == ["one-1"])

            // It stands still: what this server changed is read from the followed one, all else from it, for a while.
            try await control.run("SELECT pg_wal_replay_pause()")
            try await storage.upload([Purchases.fact("two")], by: "rose")
            #expect(try await !Self.isAnsweredBehind(about: "rose", storage))
            #expect(try await storage.recentRecord(of: "rose").facts.purchases.map(\.transactionID) == ["two-1"])
            try await eventually { try await !Self.isAnsweredBehind(about: "flora", storage) }
            try await control.run("SELECT pg_wal_replay_resume()")
            try await eventually { try await Self.isAnsweredBehind(about: "rose", storage) }
            #expect(try await storage.recentRecord(of: "rose").facts.purchases.map(\.transactionID) == ["two-1"])

            // It is away, and nobody notices.
            try await pair.follower.stop(.fast)
            for _ in 0..<20 {
                #expect(try await storage.recentRecord(of: "rose").facts.purchases.map(\.transactionID) == ["two-1"])
                #expect(try await !Self.isAnsweredBehind(about: "flora", storage))
            }
            try await storage.upload([Purchases.fact("three")], by: "lily")
            try await pair.follower.startAgain()
            try await eventually { try await Self.isAnsweredBehind(about: "lily", storage) }
            #expect(try await storage.recentRecord(of: "lily").facts.purchases.map(\.transactionID) == ["three-1"])
        }

        @Test("What was acknowledged about a purchase is in every answer to whoever has it, under each of their names")
        func names() async throws {
            let pair = try await Pair()
            defer { withExtendedLifetime(pair) {} }
            let (storage, other) = (try pair.storage(maximumAge: 3_600), try pair.storage(maximumAge: 3_600))
            let control = PostgreSQLPool(pair.there)
            defer { control.closeAll() }
            let token = UUID()
            let alias = CustomerID(appAccountToken: token)
            try await storage.notify("1", [Purchases.fact("one") { $0.appAccountToken = token }], at: Purchases.start)
            let note = AuditNote(date: Purchases.start, actor: "support")
            #expect(try await storage.merge(alias, into: "flora", note) == .merged)
            try await storage.upload([Purchases.fact("two")], by: "rose")
            try await storage.upload([Purchases.fact("three")], by: "lily")
            for server in [storage, other] {
                for name in ["flora", alias, "rose", "lily"] as [CustomerID] {
                    try await eventually { try await Self.isAnsweredBehind(about: name, server) }
                }
            }
            try await control.run("SELECT pg_wal_replay_pause()")

            // A refund that names nobody.
            let date = Purchases.start + 60
            let refunded = Purchases.fact("one", at: date) { $0.revocationDate = date }
            try await storage.notify("2", [refunded], at: date)
            for name in ["flora", alias] as [CustomerID] {
                #expect(try await !Self.isAnsweredBehind(about: name, storage), "\(name)")
                let facts = try await storage.recentRecord(of: name).facts
                #expect(facts.purchases.contains { $0.revocationDate == date }, "\(name)")
            }
            for name in ["rose", "lily"] as [CustomerID] {
                // One look that comes late leaves it out for a while.
                try await eventually { try await Self.isAnsweredBehind(about: name, storage) }
            }
            // An answer of the App Store's to a poll.
            try await storage.record(
                PurchaseFacts(purchases: [Purchases.fact("two", transaction: "two-2", at: date)]),
                about: DueSubscription(
                    environment: .production,
                    originalTransactionID: "two",
                    bundleID: nil,
                    failedChecks: 0
                ),
                receivedAt: date
            ) { _ in nil }
            #expect(try await !Self.isAnsweredBehind(about: "rose", storage))
            #expect(try await storage.recentRecord(of: "rose").facts.purchases.count == 2)
            // One that comes to two servers: what the second acknowledges the first has written.
            let renewed = Purchases.fact("three", transaction: "three-2", at: date)
            try await storage.notify("3", [renewed], at: date)
            try await eventually { try await Self.isAnsweredBehind(about: "lily", other) }
            try await other.notify("3", [renewed], at: date)
            #expect(try await !Self.isAnsweredBehind(about: "lily", other))
            #expect(try await other.recentRecord(of: "lily").facts.purchases.count == 2)
        }

        /// Whether one that follows is asked at all.
        private static func isAsked(_ replicas: ReadReplicas) async -> Bool {
            await replicas.answer(about: nil) { pool, _ in
                _ = try await pool.read("SELECT 1")
                return true
            } ?? false
        }

        @Test("One that was promoted goes its own way, and is asked no more")
        func promoted() async throws {
            let pair = try await Pair()
            defer { withExtendedLifetime(pair) {} }
            let (primary, control) = (PostgreSQLPool(pair.settings), PostgreSQLPool(pair.there))
            let replicas = ReadReplicas([pair.there], of: primary, maximumAge: 3_600)
            defer { for pool in [primary, control] { pool.closeAll() } }
            // Where nothing is written for a while, nothing is there to be followed.
            try await primary.run("CREATE TABLE written (number BIGINT)")
            await eventually {
                await replicas.look()
                return await Self.isAsked(replicas)
            }
            try await control.run("SELECT pg_promote()")
            // It is further than the other one by now.
            try await control.run("SELECT pg_switch_wal()")
            await eventually {
                await replicas.look()
                return await !Self.isAsked(replicas)
            }
            for _ in 0..<3 {
                await replicas.look()
                #expect(await !Self.isAsked(replicas))
            }
        }

        @Test("Another database of the same PostgreSQL is none that follows")
        func otherDatabase() async throws {
            let (here, there) = (try await SharedDatabase.fresh().settings, try await SharedDatabase.fresh().settings)
            let primary = PostgreSQLPool(here)
            defer { primary.closeAll() }
            let wrong = ReadReplicas([there], of: primary, maximumAge: 3_600)
            let right = ReadReplicas([here], of: primary, maximumAge: 3_600)
            await eventually {
                await right.look()
                return await Self.isAsked(right)
            }
            for _ in 0..<3 {
                await wrong.look()
                #expect(await !Self.isAsked(wrong))
            }
        }

        @Test("Whatever is read there, an app that has sent a purchase is answered with it")
        func answers() async throws {
            var world = try World()
            var database = try await SharedDatabase.fresh()
            // One database that plays both.
            database.readReplicas = [database]
            world.configuration.sharedDatabase = database
            world.store.set(world.answer())
            try await world.test { client, _ async throws in
                for number in 0..<20 {
                    let customer = "customer\(number)"
                    let transaction = try SignedSample.transaction {
                        $0.originalTransactionID = "7\(number)"; $0.transactionID = "7\(number)"
                    }
                    let before = try await client.get("/v1/app/customers/\(customer)")
                    #expect(before.status == 200 && before.entitlements.isEmpty)
                    let body = #"{"signedTransactions":["\#(transaction)"]}"#
                    #expect(try await client.post("/v1/app/customers/\(customer)/transactions", body).status == 200)
                    let after = try await client.get("/v1/app/customers/\(customer)")
                    let expected = try await client.get("/v1/customers/\(customer)")
                    #expect(after.entitlements == expected.entitlements && after.entitlements.count == 1)
                }
            }
        }

        @Test("One that is nowhere keeps nobody from an answer")
        func nowhere() async throws {
            let primary = try await SharedDatabase.fresh().settings
            let nowhere = try await DatabaseCluster.shared().connectionString(database: "nowhere")
            var missing = try PostgreSQLSettings(nowhere)
            missing.backoff = Backoff(first: .milliseconds(1), longest: .milliseconds(10))
            let storage = PurchaseDatabase(try PostgreSQLEngine(primary, replicas: [missing]))
            try await storage.upload([Purchases.fact("one")], by: "flora")
            for _ in 0..<10 {
                #expect(try await storage.recentRecord(of: "flora").facts.purchases.map(\.transactionID) == ["one-1"])
            }
        }
    }
#endif
