#if PostgreSQL && os(Linux)
    import AppStoreModels
    import Entitlements
    import Foundation
    import Locking
    import PostgreSQLConnection
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    /// Each process here is one that SIGKILL ends while it writes to a database that others write to as well. Meanwhile all
    /// connections are cut, and the database restarts.
    @Suite("Killing servers that share a database", .tags(.slow), .serialized, .timeLimit(.minutes(10)))
    struct SharedDatabaseKillTests {
        /// How often three servers are killed and the database is restarted: a few times, or as often as whoever waits for it wants.
        private static let rounds =
            ProcessInfo.processInfo.environment["PURSER_KILL_ROUNDS"].flatMap { Int($0) }.map { max($0, 3) } ?? 3
        private static let uploads = 200 * (rounds / 3)

        @Test(
            "Nothing that was acknowledged is lost, no event is forgotten, and nothing is done twice at once",
            arguments: [1, 2]
        )
        func kill(seed: UInt64) async throws {
            let cluster = try await DatabaseCluster.start(isDurable: true)
            let address = try await cluster.makeDatabase()
            let scratch = try TemporaryFolder()
            defer { withExtendedLifetime((cluster, scratch)) {} }
            let folder = scratch.url.path
            let storage = try DoomedServer.storage(address)
            try await storage.add(
                WebhookEndpoint(identifier: "whk", address: "https://example.com/hook", createdDate: Purchases.start),
                secret: WebhookSecret(text: "psr_webhook_x")
            )
            for number in 0..<Self.uploads {
                let customer = try #require(CustomerID("waiting\(number)"))
                let upload = ReceiptUpload(
                    customer: customer,
                    receipt: Data("r\(number)".utf8),
                    receivedAt: Purchases.start
                )
                _ = try await storage.save(upload, retryAt: Purchases.start)
            }
            let waiting = try await Self.identifiers(of: "upload", in: storage)
            var generator = SeededGenerator(seed: seed)
            let disturbances = Locked<[Disturbance: Int]>([:])
            // On a busy machine the servers may be dead before anything else has happened to them: then there are more rounds.
            let wanted: Set<Disturbance> = [.cut, .restart]
            for round in 0..<(Self.rounds + 20) {
                if round >= Self.rounds, Set(disturbances.withLock { $0 }.keys) == wanted { break }
                let limits = (0..<3).map { _ in Int.random(in: 20...60, using: &generator) }
                let isOver = Locked(false)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        defer { isOver.withLock { $0 = true } }
                        try await Self.runDoomed(address, folder, round, limits)
                    }
                    group.addTask {
                        let stop: DatabaseCluster.Stop = round.isMultiple(of: 2) ? .immediate : .fast
                        for made in try await Self.disturb(cluster, address, stop, until: isOver) {
                            disturbances.withLock { $0[made, default: 0] += 1 }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(Set(disturbances.withLock { $0 }.keys) == wanted)
            let journal = try Self.journal(in: folder)
            try await Self.checkPurchases(storage, journal)
            try await Self.checkUploads(storage, journal, waiting)
            try await Self.checkEvents(storage, journal)
        }

        private static func runDoomed(_ address: String, _ folder: String, _ round: Int, _ limits: [Int]) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (server, limit) in limits.enumerated() {
                    group.addTask { try await runDoomed(address, folder, "\(round)-\(server)", limit) }
                }
                try await group.waitForAll()
            }
        }

        private static func runDoomed(_ address: String, _ folder: String, _ name: String, _ limit: Int) async throws {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [address = address as String, folder = folder as String, name = name as String, limit = limit as Int] in
                try await DoomedServer(address, folder, name, limit).run()
            }
        }

        private enum Disturbance: Sendable {
            case cut
            case restart
        }

        /// Cuts all connections, restarts the database and cuts all connections again, each as soon as servers have got on since.
        ///
        /// - Returns: What was done before all servers were dead.
        private static func disturb(
            _ cluster: DatabaseCluster,
            _ address: String,
            _ stop: DatabaseCluster.Stop,
            until isOver: Locked<Bool>
        ) async throws -> [Disturbance] {
            var settings = try PostgreSQLSettings(address)
            settings.maximumSessions = 1
            settings.waitDeadline = .seconds(60)
            let control = PostgreSQLPool(settings)
            defer { control.closeAll() }
            var made: [Disturbance] = []
            for next in [Disturbance.cut, .restart, .cut] {
                let known = try await chainCount(control)
                // No rest in between: what follows is to strike servers that write, and they do not live long.
                while try await chainCount(control) < known + 2 {
                    if isOver.withLock({ $0 }) { return made }
                    try Task.checkCancellation()
                    await Task.yield()
                }
                switch next {
                case .cut:
                    _ = try await control.read(
                        """
                        SELECT count(pg_terminate_backend(pid)) AS count FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                        """
                    )
                case .restart:
                    try await cluster.stop(stop)
                    try await cluster.startAgain()
                }
                made.append(next)
            }
            return made
        }

        private static func chainCount(_ control: PostgreSQLPool) async throws -> Int64 {
            try await control.read("SELECT count(*) AS count FROM chain").first?.value("count", as: Int64.self) ?? 0
        }

        /// What servers have written down, by the first word of the line.
        private static func journal(in folder: String) throws -> [String: [String]] {
            var lines: [String: [String]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                for line in text.split(separator: "\n") {
                    let words = line.split(separator: " ").map(String.init)
                    lines[words[0], default: []].append(words[1])
                }
            }
            return lines
        }

        private static func identifiers(
            of table: String,
            where condition: String = "TRUE",
            in storage: PurchaseDatabase
        ) async throws -> Set<String> {
            Set(
                try await storage.read {
                    try Int64.fetchAll($0, sql: "SELECT id FROM \(table) WHERE \(condition)")
                }
                .map(String.init)
            )
        }

        private static func checkPurchases(_ storage: PurchaseDatabase, _ journal: [String: [String]]) async throws {
            let told = journal["told", default: []]
            let stored = try await storage.read {
                try String.fetchAll($0, sql: "SELECT original_transaction_id FROM chain")
            }
            #expect(told.count > 20)
            #expect(Set(told).isSubset(of: stored))
            // Everybody claims the same purchase, and one has it.
            #expect(try await storage.customers(ofOriginalTransactionID: "common").count == 1)
        }

        /// - Parameter waiting: The uploads that were there before any server was.
        private static func checkUploads(
            _ storage: PurchaseDatabase,
            _ journal: [String: [String]],
            _ waiting: Set<String>
        ) async throws {
            let taken = journal["taken", default: []]
            #expect(!taken.isEmpty && Set(taken).count == taken.count)
            let settled = Set(journal["settled", default: []])
            // What a server took that was killed, or that heard nothing any more, is due again after a while; what was settled
            // never is.
            var again: Set<String> = []
            while true {
                let more = try await storage.takePendingUploads(dueAt: Purchases.start + 3_600, limit: 50)
                if more.isEmpty { break }
                again.formUnion(more.map { "\($0.id)" })
                for upload in more { try await storage.reject(uploadID: upload.id) }
            }
            // What was stored in the moment of a kill was settled, though nobody could write that down.
            let verified = try await identifiers(of: "upload", where: "status = 'verified'", in: storage)
            #expect(settled.isSubset(of: verified))
            #expect(again.isDisjoint(with: verified))
            #expect(Set(taken).isSubset(of: again.union(verified)))
            #expect(waiting.count == uploads && waiting.isSubset(of: again.union(verified)))
        }

        private static func checkEvents(_ storage: PurchaseDatabase, _ journal: [String: [String]]) async throws {
            // Two servers never send the same at the same time, and what is taken for delivered was sent.
            let sent = journal["sent", default: []]
            #expect(!sent.isEmpty && Set(sent).count == sent.count)
            let delivered = try await storage.read {
                try String.fetchAll(
                    $0,
                    sql: """
                        SELECT e.identifier FROM webhook_delivery d JOIN purchase_event e ON e.number = d.event
                        WHERE d.state = 'delivered'
                        """
                )
            }
            #expect(Set(delivered).isSubset(of: sent))
            // What a server took that was killed is sent after a while by whoever is left.
            var late: Set<String> = []
            while true {
                let date = DoomedServer.now + 3_600
                let due = try await storage.takeDueDeliveries(at: date, perEndpoint: 50) { _ in true }
                if due.isEmpty { break }
                for delivery in due {
                    late.insert(delivery.eventIdentifier)
                    try await storage.record(DoomedServer.success, of: delivery.identifier)
                }
            }
            #expect(late.isDisjoint(with: delivered))
            let events = try await storage.read {
                try StorageRow.fetchAll($0, sql: "SELECT identifier, body FROM purchase_event").map { row in
                    try (row.decode(String.self, atIndex: 0), row.decode(Data.self, atIndex: 1))
                }
            }
            #expect(late.union(sent) == Set(events.map(\.0)))
            // Each notification that was acknowledged has begun a subscription, which is told.
            let chains = try events.compactMap { try JSONValue(parsing: $0.1).object?[string: "originalTransactionId"] }
            #expect(Set(journal["told", default: []]).isSubset(of: chains))
        }
    }
#endif
