#if PostgreSQL && os(Linux)
    import Entitlements
    import Foundation
    import Locking
    import PostgreSQLConnection
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    /// Each process here is one that SIGKILL ends while it writes to a database that others write to as well.
    @Suite("Killing servers that share a database", .tags(.slow), .serialized, .timeLimit(.minutes(10)))
    struct SharedDatabaseKillTests {
        /// How often three servers are killed and the database is stopped: a few times, or as often as whoever waits for it wants.
        private static let rounds =
            ProcessInfo.processInfo.environment["PURSER_KILL_ROUNDS"].flatMap { Int($0) }.map { max($0, 3) } ?? 3
        private static let uploads = 200 * (rounds / 3)

        @Test("Nothing that was acknowledged is lost, and no upload is asked about twice at once", arguments: [1, 2])
        func kill(seed: UInt64) async throws {
            let cluster = try await DatabaseCluster.start(isDurable: true)
            let address = try await cluster.makeDatabase()
            let scratch = try TemporaryFolder()
            defer { withExtendedLifetime(scratch) {} }
            let folder = scratch.url.path
            let storage = try Self.storage(address)
            for number in 0..<Self.uploads {
                let customer = try #require(CustomerID("waiting\(number)"))
                let upload = ReceiptUpload(
                    customer: customer,
                    receipt: Data("r\(number)".utf8),
                    receivedAt: Purchases.start
                )
                _ = try await storage.save(upload, retryAt: Purchases.start)
            }
            var generator = SeededGenerator(seed: seed)
            for round in 0..<Self.rounds {
                let limits = (0..<3).map { _ in Int.random(in: 5...60, using: &generator) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (server, limit) in limits.enumerated() {
                        let name = "\(round)-\(server)"
                        group.addTask { try await Self.runDoomed(address, folder, name, limit) }
                    }
                    try await group.waitForAll()
                }
                // The database crashes between rounds; the storage of this process finds it again.
                try await cluster.stop(round.isMultiple(of: 2) ? .immediate : .fast)
                try await cluster.startAgain()
            }
            try await Self.check(storage, folder)
        }

        private static func runDoomed(_ address: String, _ folder: String, _ name: String, _ limit: Int) async throws {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [address = address as String, folder = folder as String, name = name as String, limit = limit as Int] in
                try await DoomedServer(address, folder, name, limit).run()
            }
        }

        fileprivate static func storage(_ address: String) throws -> PurchaseDatabase {
            var settings = try PostgreSQLSettings(address)
            settings.maximumSessions = 4
            settings.waitDeadline = .seconds(60)
            settings.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(200))
            return PurchaseDatabase(try PostgreSQLEngine(settings))
        }

        private static func check(_ storage: PurchaseDatabase, _ folder: String) async throws {
            var lines: [[String]] = []
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                lines += text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            }
            let told = lines.filter { $0.first == "told" }.map { $0[1] }
            let stored = try await storage.read {
                try String.fetchAll($0, sql: "SELECT original_transaction_id FROM chain")
            }
            #expect(told.count > 20)
            #expect(Set(told).isSubset(of: stored))
            // Everybody claims the same purchase, and one has it.
            #expect(try await storage.customers(ofOriginalTransactionID: "common").count == 1)
            let taken = lines.filter { $0.first == "taken" }.map { $0[1] }
            #expect(!taken.isEmpty && Set(taken).count == taken.count)
            let settled = Set(lines.filter { $0.first == "settled" }.map { $0[1] })
            // What a server took that was killed is due again after a while; what was settled never is.
            var again: Set<String> = []
            while true {
                let more = try await storage.takePendingUploads(dueAt: Purchases.start + 3_600, limit: 50)
                if more.isEmpty { break }
                again.formUnion(more.map { "\($0.id)" })
                for upload in more { try await storage.reject(uploadID: upload.id) }
            }
            // What was stored in the moment of a kill was settled, though nobody could write that down.
            let verified = Set(
                try await storage.read {
                    try Int64.fetchAll(
                        $0,
                        sql: "SELECT id FROM upload WHERE status = 'verified' AND customer LIKE 'waiting%'"
                    )
                }
                .map(String.init)
            )
            #expect(settled.isSubset(of: verified))
            #expect(again.isDisjoint(with: verified))
            #expect(Set(taken).isSubset(of: again.union(verified)))
            #expect(again.count + verified.count == uploads)
        }
    }

    /// A server that writes down what it was told is kept, and kills itself when that is enough, while more is under way.
    private struct DoomedServer {
        private let storage: PurchaseDatabase
        private let journal: CInt
        private let name: String
        private let limit: Int
        private let count = Locked(0)

        init(_ address: String, _ folder: String, _ name: String, _ limit: Int) throws {
            storage = try SharedDatabaseKillTests.storage(address)
            (self.name, self.limit) = (name, limit)
            journal = open("\(folder)/\(name)", O_WRONLY | O_APPEND | O_CREAT, 0o600)
        }

        func run() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<4 { group.addTask { try await tell(worker) } }
                group.addTask { try await poll() }
                try await group.waitForAll()
            }
        }

        private func tell(_ worker: Int) async throws {
            for number in 0..<10_000 {
                let chain = "\(name)-\(worker)-\(number)"
                try await storage.notify(chain, [Purchases.fact(chain)], at: Purchases.start)
                note("told \(chain)")
                let customer = CustomerID(trusted: "c\(worker)-\(name)")
                let date = Purchases.start + Double(number)
                try await storage.upload([Purchases.fact("common")], by: customer, at: date)
            }
        }

        private func poll() async throws {
            while true {
                for upload in try await storage.takePendingUploads(dueAt: Purchases.start, limit: 3) {
                    note("taken \(upload.id)")
                    let facts = [Purchases.fact("of-\(upload.id)")]
                    _ = try await storage.resolve(
                        upload,
                        with: Purchases.verification(facts, at: Purchases.start)
                    ) { _ in nil }
                    note("settled \(upload.id)")
                }
                await Task.yield()
            }
        }

        /// One write, so that no line is half of one.
        private func note(_ text: String) {
            let line = Array("\(text)\n".utf8)
            _ = write(journal, line, line.count)
            let isEnough = count.withLock { count in
                if text.hasPrefix("told") { count += 1 }
                return count >= limit
            }
            if isEnough { _ = kill(getpid(), SIGKILL) }
        }
    }
#endif
