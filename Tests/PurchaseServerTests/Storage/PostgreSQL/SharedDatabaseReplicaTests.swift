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
            let cluster = try await DatabaseCluster.start()
            let address = try await cluster.makeDatabase()
            let name = try #require(address.split(separator: "=").last.map(String.init))
            let follower = try await cluster.startFollower()
            var settings = try PostgreSQLSettings(address)
            settings.maximumSessions = 4
            settings.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(100))
            var there = try PostgreSQLSettings(follower.connectionString(database: name))
            there.maximumSessions = 2
            there.backoff = settings.backoff
            let storage = PurchaseDatabase(try PostgreSQLEngine(settings, replicas: [there], maximumAge: 3))
            let control = PostgreSQLPool(there)
            defer { control.closeAll() }

            try await storage.upload([Purchases.fact("one")], by: "flora")
            while try await !Self.isAnsweredBehind(about: "flora", storage) { await Task.yield() }
            let record = try await storage.recentRecord(of: "flora")
            #expect(record.facts.purchases.map(\.transactionID) == ["one-1"])

            // It stands still: what this server changed is read from the followed one, all else from it, for a while.
            try await control.run("SELECT pg_wal_replay_pause()")
            try await storage.upload([Purchases.fact("two")], by: "rose")
            #expect(try await !Self.isAnsweredBehind(about: "rose", storage))
            #expect(try await storage.recentRecord(of: "rose").facts.purchases.map(\.transactionID) == ["two-1"])
            while try await Self.isAnsweredBehind(about: "flora", storage) { await Task.yield() }
            try await control.run("SELECT pg_wal_replay_resume()")
            while try await !Self.isAnsweredBehind(about: "rose", storage) { await Task.yield() }
            #expect(try await storage.recentRecord(of: "rose").facts.purchases.map(\.transactionID) == ["two-1"])

            // It is away, and nobody notices.
            try await follower.stop(.fast)
            for _ in 0..<20 {
                #expect(try await storage.recentRecord(of: "rose").facts.purchases.map(\.transactionID) == ["two-1"])
                #expect(try await !Self.isAnsweredBehind(about: "flora", storage))
            }
            try await storage.upload([Purchases.fact("three")], by: "lily")
            try await follower.startAgain()
            while try await !Self.isAnsweredBehind(about: "lily", storage) { await Task.yield() }
            #expect(try await storage.recentRecord(of: "lily").facts.purchases.map(\.transactionID) == ["three-1"])
        }

        @Test("Whatever is read there, an app that has sent a purchase is answered with it")
        func answers() async throws {
            var world = try World()
            var database = try await SharedDatabase.fresh()
            // One database that plays both.
            database.readReplicas = [database]
            world.configuration.sharedDatabase = database
            world.store.set(world.answer())
            try await world.test { client, _ in
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
