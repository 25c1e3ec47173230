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

    @Suite("Servers that share a database", .timeLimit(.minutes(5)))
    struct SharedDatabaseTests {
        private static let start = Purchases.start

        private static func storage(_ database: SharedDatabase) throws -> PurchaseDatabase {
            PurchaseDatabase(try PostgreSQLEngine(database.settings))
        }

        @Test("What one of them answered is what the other one knows")
        func twoServers() async throws {
            var world = try World()
            world.configuration.sharedDatabase = try await .fresh()
            world.store.set(world.answer())
            let (first, second) = (try world.server(), try world.server())
            let receipt = try SampleReceipt.signed()
            try await Application(router: first.router).test(.router) { client in
                let answer = try await client.upload(receipt, for: "alice")
                #expect(answer.status == 200)
                #expect(answer.entitlement("monthly")?[string: "state"] != nil)
            }
            try await Application(router: second.router).test(.router) { client in
                let answer = try await client.get("/v1/customers/alice")
                #expect(answer.status == 200)
                #expect(answer.entitlement("monthly")?[string: "productId"] == "com.example.app.monthly")
            }
        }

        @Test("A server that starts while another one makes the tables waits for them, and neither makes them twice")
        func startTogether() async throws {
            let database = try await SharedDatabase.fresh()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let storage = try Self.storage(database)
                        try await storage.upload(
                            [Purchases.fact("chain-\(number)")],
                            by: try #require(CustomerID("c\(number)"))
                        )
                    }
                }
                try await group.waitForAll()
            }
            let storage = try Self.storage(database)
            for number in 0..<4 {
                let customer = try #require(CustomerID("c\(number)"))
                #expect(
                    try await storage.facts(of: customer).purchases.map(\.originalTransactionID) == ["chain-\(number)"]
                )
            }
        }

        @Test("One purchase that all of them are told of at once has one owner, and every statement is kept once")
        func sameChain() async throws {
            let database = try await SharedDatabase.fresh()
            let storages = try (0..<3).map { _ in try Self.storage(database) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let storage = storages[number % storages.count]
                        // Ten periods, each told of six times under different names, by any of the servers.
                        let fact = Purchases.fact("one", transaction: "one-\(number % 10)")
                        try await storage.notify("n\(number)", [fact], at: Self.start)
                        let name = try #require(CustomerID("c\(number % 4)"))
                        try await storage.upload([fact], by: name, at: Self.start + Double(number))
                    }
                }
                try await group.waitForAll()
            }
            let owners = try await storages[0].customers(ofOriginalTransactionID: "one")
            #expect(owners.count == 1)
            let facts = try await storages[1].facts(of: try #require(owners.first))
            #expect(Set(facts.purchases.map(\.transactionID)) == Set((0..<10).map { "one-\($0)" }))
            #expect(facts.purchases.count == 10)
        }

        @Test("A change that fails takes none of those that came with it along")
        func failing() async throws {
            struct Refusal: Error {}
            let storage = try await Self.storage(.fresh())
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let name = "c\(number)"
                        _ = try? await storage.write(number.isMultiple(of: 2) ? .everything : .independent) {
                            database in
                            try database.execute(
                                sql: "INSERT INTO customer_name (name, since_ms, is_known) VALUES (?, 0, TRUE)",
                                arguments: [name]
                            )
                            if number.isMultiple(of: 5) { throw Refusal() }
                            if number.isMultiple(of: 7) {
                                try database.execute(
                                    sql: "INSERT INTO customer_name (name, since_ms, is_known) VALUES (?, 0, TRUE)",
                                    arguments: [name]
                                )
                            }
                        }
                    }
                }
            }
            let kept = try await storage.read {
                try String.fetchAll($0, sql: "SELECT name FROM customer_name ORDER BY number")
            }
            let expected = (0..<40).filter { !$0.isMultiple(of: 5) && !$0.isMultiple(of: 7) }.map { "c\($0)" }
            #expect(Set(kept) == Set(expected))
        }

        @Test("Each upload, receipt and delivery that is due is taken by one of them, and again if that one is gone")
        func taking() async throws {
            let database = try await SharedDatabase.fresh()
            let storages = try (0..<3).map { _ in try Self.storage(database) }
            for number in 0..<30 {
                let upload = ReceiptUpload(
                    customer: try #require(CustomerID("c\(number)")),
                    receipt: Data("r\(number)".utf8),
                    receivedAt: Self.start
                )
                _ = try await storages[0].save(upload, retryAt: Self.start)
            }
            var taken = try await Self.takeAll(storages, at: Self.start)
            // Who finds others at work takes less than the limit, so some may be left for another look.
            taken += try await Self.takeAll(storages, at: Self.start)
            #expect(taken.count == 30 && Set(taken).count == 30)
            #expect(try await Self.takeAll(storages, at: Self.start + 100).isEmpty)
            var again = try await Self.takeAll(storages, at: Self.start + 200)
            again += try await Self.takeAll(storages, at: Self.start + 200)
            #expect(Set(again) == Set(taken))
        }

        /// What several take at once.
        private static func takeAll(_ storages: [PurchaseDatabase], at date: Date) async throws -> [Int64] {
            try await withThrowingTaskGroup(of: [Int64].self) { group in
                for storage in storages + storages + storages + storages {
                    group.addTask { try await storage.takePendingUploads(dueAt: date, limit: 5).map(\.id) }
                }
                var all: [Int64] = []
                for try await taken in group { all += taken }
                return all
            }
        }

        @Test("Subscriptions with and without a receipt are taken once")
        func takingSubscriptions() async throws {
            let database = try await SharedDatabase.fresh()
            let storages = try (0..<2).map { _ in try Self.storage(database) }
            for number in 0..<8 {
                let customer = try #require(CustomerID("c\(number)"))
                let stored = try await storages[0].save(
                    ReceiptUpload(customer: customer, receipt: Data("r\(number)".utf8), receivedAt: Self.start),
                    retryAt: Self.start
                )
                // Two subscriptions, one receipt.
                let facts = ["a", "b"].map { Purchases.fact("\($0)\(number)") }
                _ = try await storages[0].resolve(
                    stored,
                    with: Purchases.verification(facts, at: Self.start, receipt: Data("latest\(number)".utf8))
                ) { _ in Self.start + 60 }
                _ = try await storages[0].save(
                    Purchases.notification("n\(number)", [Purchases.fact("without\(number)")], at: Self.start)
                ) { _ in Self.start + 60 }
            }
            #expect(try await storages[0].takeLatestReceipts(dueAt: Self.start + 59, limit: 50).isEmpty)
            let (receipts, chains) = try await withThrowingTaskGroup(of: ([Int64], [String]).self) { group in
                for storage in storages + storages {
                    group.addTask {
                        (
                            try await storage.takeLatestReceipts(dueAt: Self.start + 60, limit: 50).map(\.id),
                            try await storage.takeSubscriptions(dueAt: Self.start + 60, limit: 50)
                                .map(\.originalTransactionID)
                        )
                    }
                }
                return try await group.reduce(into: ([Int64](), [String]())) {
                    $0.0 += $1.0
                    $0.1 += $1.1
                }
            }
            #expect(receipts.count == 8 && Set(receipts).count == 8)
            #expect(chains.sorted() == (0..<8).map { "without\($0)" })
            let again = try await storages[1].takeLatestReceipts(dueAt: Self.start + 300, limit: 50)
            #expect(Set(again.map(\.id)) == Set(receipts))
        }

        @Test("A server wakes when another one has written")
        func waking() async throws {
            let database = try await SharedDatabase.fresh()
            let (first, second) = (try Self.storage(database), try Self.storage(database))
            // Whoever begins to listen is told to look once; from then on each change is told.
            await second.wakeUp.wait(after: 0)
            let seen = second.wakeUp.count
            try await first.upload([Purchases.fact("one")], by: "alice")
            await second.wakeUp.wait(after: seen)
            #expect(second.wakeUp.count > seen)
        }

        @Test("Rounds that find nothing to do tell nobody")
        func emptyRounds() async throws {
            let storage = try Self.storage(try await .fresh())
            // Whoever begins to listen is told to look once, and that may be late.
            await storage.wakeUp.wait(after: 0)
            try await storage.upload([Purchases.fact("one")], by: "alice")
            let seen = storage.wakeUp.count
            #expect(try await storage.takeLatestReceipts(dueAt: Self.start - 60, limit: 50).isEmpty)
            #expect(try await storage.takeSubscriptions(dueAt: Self.start - 60, limit: 50).isEmpty)
            #expect(try await storage.takePendingUploads(dueAt: Self.start - 60, limit: 50).isEmpty)
            #expect(storage.wakeUp.count == seen)
            // The other servers are told by the same word.
            let none = try await storage.engine.write(.everything) { database in
                try database.execute(sql: "UPDATE chain SET renews = renews WHERE environment = 'Nowhere'")
                // Rows that are locked and read are no change.
                return try String.fetchOne(database, sql: "SELECT original_transaction_id FROM chain FOR UPDATE")
            }
            #expect(none.value == "one" && !none.isChange)
            let some = try await storage.engine.write(.everything) { database in
                try database.execute(sql: "UPDATE chain SET renews = renews")
            }
            #expect(some.isChange)
            try await storage.upload([Purchases.fact("two")], by: "alice")
            #expect(storage.wakeUp.count > seen)
        }

        @Test("A database that restarts loses nothing that was acknowledged, and is found again without a hand")
        func restart() async throws {
            let cluster = try await DatabaseCluster.start(isDurable: true)
            var settings = try PostgreSQLSettings(await cluster.makeDatabase())
            settings.maximumSessions = 4
            settings.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(100))
            let storage = PurchaseDatabase(try PostgreSQLEngine(settings))
            let acknowledged = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let chain = "chain-\(number)"
                        do {
                            try await storage.notify(chain, [Purchases.fact(chain)], at: Self.start)
                            return chain
                        } catch {
                            return nil
                        }
                    }
                    if number == 60 {
                        group.addTask {
                            for how in [DatabaseCluster.Stop.fast, .immediate] {
                                try await cluster.stop(how)
                                try await cluster.startAgain()
                            }
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: Set<String>()) { if let chain = $1 { $0.insert(chain) } }
            }
            let stored = try await storage.read {
                try String.fetchAll($0, sql: "SELECT original_transaction_id FROM chain")
            }
            #expect(acknowledged.isSubset(of: stored))
            #expect(acknowledged.count > 100)
            try await storage.notify("after", [Purchases.fact("after")], at: Self.start)
        }

        @Test("No password gets into what is shown of it")
        func password() throws {
            let database = try SharedDatabase("postgres://alice:rosebud@db.example.com/shop")
            for text in ["\(database)", String(reflecting: database)] {
                #expect(text.contains("db.example.com") && !text.contains("rosebud"))
            }
            var dumped = ""
            dump(database, to: &dumped)
            #expect(!dumped.contains("rosebud"))
            let error = #expect(throws: PurchaseServerError.self) { try SharedDatabase("postgres://alice:rosebud@[") }
            #expect(error?.code == .configuration && error?.reason.contains("rosebud") == false)
        }

        @Test("What is wrong with the database is told by its code")
        func unusable() async throws {
            let cluster = try await DatabaseCluster.shared()
            var missing = try PostgreSQLSettings(cluster.connectionString(database: "nowhere"))
            missing.waitDeadline = .seconds(20)
            let nowhere = missing
            #expect(throws: PurchaseServerError(.databaseUnusable, "")) { try PostgreSQLEngine(nowhere) }
            let database = try await SharedDatabase.fresh()
            let storage = try Self.storage(database)
            try await storage.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO purser_migration (number, name, fingerprint, leaves_older_be)
                        VALUES (\(PostgreSQLMigrations.steps.count + 1), 'of another time', 0, FALSE)
                        """
                )
            }
            #expect(throws: PurchaseServerError(.databaseNewer, "")) { try PostgreSQLEngine(database.settings) }
        }
    }
#endif
