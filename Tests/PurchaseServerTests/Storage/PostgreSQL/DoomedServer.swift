#if PostgreSQL && os(Linux)
    import Entitlements
    import Foundation
    import Locking
    import PostgreSQLConnection
    import TestSupport

    @testable import PurchaseServer

    /// A server that writes down what it was told is kept, what it asks about and what it sends, and kills itself when that is
    /// enough, while more is under way. Its connections are cut and its database restarts meanwhile.
    struct DoomedServer {
        private let storage: PurchaseDatabase
        private let journal: CInt
        private let name: String
        private let limit: Int
        private let count = Locked(0)

        /// The last moment of all servers that are killed: what one of them takes then none of the others may.
        static let now = Purchases.start + 50_000

        /// - Parameters:
        ///   - address: Of the database.
        ///   - folder: Where journals are.
        ///   - name: That of its journal.
        ///   - limit: After how much that was kept it kills itself.
        init(_ address: String, _ folder: String, _ name: String, _ limit: Int) async throws {
            (self.name, self.limit) = (name, limit)
            journal = open("\(folder)/\(name)", O_WRONLY | O_APPEND | O_CREAT, 0o600)
            storage = try await Self.openedStorage(address)
        }

        private static func openedStorage(_ address: String) async throws -> PurchaseDatabase {
            var turns = Turns()
            while true {
                do { return try storage(address) } catch let error where isOfDisturbance(error) {
                    try Task.checkCancellation()
                    await turns.pass()
                }
            }
        }

        /// A storage that tells of what happens.
        static func storage(_ address: String) throws -> PurchaseDatabase {
            var settings = try PostgreSQLSettings(address)
            settings.maximumSessions = 4
            settings.waitDeadline = .seconds(60)
            settings.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(200))
            let events = EventWriter(rules: EntitlementRules()) { RandomIdentifier.make("evt", at: Purchases.start) }
            return PurchaseDatabase(try PostgreSQLEngine(settings), events: events)
        }

        func run() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<4 { group.addTask { try await tell(worker) } }
                group.addTask { try await work() }
                try await group.waitForAll()
            }
        }

        /// What comes from outside.
        private func tell(_ worker: Int) async throws {
            for number in 0..<10_000 {
                let chain = "\(name)-\(worker)-\(number)"
                try await bearing {
                    try await storage.notify(chain, [Purchases.fact(chain)], at: Purchases.start)
                    note("told \(chain)")
                    let customer = CustomerID(trusted: "c\(worker)-\(name)")
                    let date = Purchases.start + Double(number)
                    try await storage.upload([Purchases.fact("common")], by: customer, at: date)
                }
            }
        }

        /// What a server does by itself: it asks about uploads that wait, and sends what webhooks are to hear.
        private func work() async throws {
            while true {
                try await bearing {
                    for upload in try await storage.takePendingUploads(dueAt: Purchases.start, limit: 3) {
                        note("taken \(upload.id)")
                        let facts = [Purchases.fact("of-\(upload.id)")]
                        _ = try await storage.resolve(
                            upload,
                            with: Purchases.verification(facts, at: Purchases.start)
                        ) { _ in nil }
                        note("settled \(upload.id)")
                    }
                }
                try await bearing {
                    let due = try await storage.takeDueDeliveries(at: Self.now, perEndpoint: 3) { _ in true }
                    for delivery in due {
                        note("sent \(delivery.eventIdentifier)")
                        try await storage.record(Self.success, of: delivery.identifier)
                    }
                }
                await Task.yield()
            }
        }

        /// An attempt after which the receiver has it.
        static let success = WebhookAttempt(date: now, status: 200, failure: nil)

        /// What fails because of a lost connection, or of a database that is away, is sent again by whoever sent it.
        private func bearing(_ work: () async throws -> Void) async throws {
            do { try await work() } catch let error where Self.isOfDisturbance(error) {
                await Task.yield()
            }
        }

        /// Whether nothing is wrong but that connections are cut and the database restarts: no rule of a table is broken, and no
        /// statement is wrong.
        private static func isOfDisturbance(_ error: any Error) -> Bool {
            guard let error = error as? PurchaseServerError else { return false }
            let codes: Set<PurchaseServerError.Code> = [.databaseFailed, .databaseBusy, .databaseUnusable]
            return codes.contains(error.code) && !error.reason.contains(/SQLSTATE (?:2|42)/)
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
