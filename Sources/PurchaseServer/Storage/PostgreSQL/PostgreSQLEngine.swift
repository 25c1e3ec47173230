#if PostgreSQL && os(Linux)
    import AppStoreServerClient
    import Foundation
    import Logging
    import NIOPosix
    import PostgreSQLConnection

    /// A database of PostgreSQL, which any number of servers share.
    ///
    /// A transaction is led by a thread that waits for the answers; there are as many threads as sessions. What changes rows is
    /// sent together with the next question, so a change costs as many ways to the database as it has questions, and one more.
    final class PostgreSQLEngine: StorageEngine {
        let name: String
        var isShared: Bool { true }
        /// Those that are used for one transaction at a time.
        let pool: PostgreSQLPool
        /// Those over which many ask at once. Nobody's question may get into somebody else's transaction.
        private let sharedPool: PostgreSQLPool
        private let threads: NIOThreadPool
        private let commits: SharedCommits
        private let signals: SharedSignals
        /// Nil where no database follows this one.
        private let replicas: ReadReplicas?

        /// How long a server that stops waits for what is under way.
        private static let stopDuration: Duration = .seconds(10)

        /// Opens the database and brings its tables up to date, while whoever asks waits.
        ///
        /// Servers of the version before may go on meanwhile, as long as each step leaves them be.
        ///
        /// - Parameters:
        ///   - settings: Where it is.
        ///   - replicas: Where databases are that follow it.
        ///   - maximumAge: How many seconds those may be behind.
        /// - Throws: ``PurchaseServerError``: what is wrong with the database, and what to do.
        init(
            _ settings: PostgreSQLSettings,
            replicas: [PostgreSQLSettings] = [],
            maximumAge: Double = SharedDatabase.maximumReplicaAge
        ) throws(PurchaseServerError) {
            name = "\(settings)"
            var (own, shared) = (settings, settings)
            shared.maximumSessions = min(2, max(settings.maximumSessions / 2, 1))
            own.maximumSessions = max(settings.maximumSessions - shared.maximumSessions, 1)
            pool = PostgreSQLPool(own)
            sharedPool = PostgreSQLPool(shared)
            threads = NIOThreadPool(numberOfThreads: settings.maximumSessions)
            threads.start()
            commits = SharedCommits(pool: pool, threads: threads)
            signals = SharedSignals(sharedPool)
            self.replicas =
                replicas.isEmpty
                ? nil : ReadReplicas(replicas, of: sharedPool, maximumAge: maximumAge)
            do {
                try WaitingTask.value { [pool] in
                    _ = try await PostgreSQLMigrations.migrator.migrate(pool)
                    try await RestoredEvents.adopt(in: pool)
                }
            } catch {
                throw Self.failure(error, name)
            }
        }

        deinit {
            signals.stop()
            replicas?.stop()
            pool.closeAll()
            sharedPool.closeAll()
            threads.shutdownGracefully { _ in }
        }

        func write<Value: Sendable>(
            _ scope: WriteScope,
            _ change: @escaping @Sendable (StorageDatabase) throws -> Value
        ) async throws -> (value: Value, isChange: Bool) {
            // Only those who may be asked elsewhere need be known.
            let concerned = replicas.map { _ in ConcernedNames(scope) }
            do {
                let done = try await commits.write(scope) { database in
                    try concerned?.look(in: database)
                    return try change(database)
                }
                // What changed nothing is acknowledged as well: another server may have written it a moment ago.
                if let concerned, done.isChange || !concerned.isEverybody { replicas?.noteChange(of: concerned.all) }
                if done.isChange { signals.announce() }
                return done
            } catch {
                // It may be that it was carried out.
                if let concerned { replicas?.noteChange(of: concerned.all) }
                throw Self.failure(error, name)
            }
        }

        var turns: (any SharedTurns)? { SharedAppStoreTurns(pool: sharedPool) }

        func listen(_ ring: @escaping @Sendable () -> Void) { signals.listen(ring) }

        func read<Value: Sendable>(
            _ look: @escaping @Sendable (StorageDatabase) throws -> Value
        ) async throws -> Value {
            do { return try await Self.read(look, in: pool, on: threads) } catch { throw Self.failure(error, name) }
        }

        private static func read<Value: Sendable>(
            _ look: @escaping @Sendable (StorageDatabase) throws -> Value,
            in pool: PostgreSQLPool,
            on threads: NIOThreadPool
        ) async throws -> Value {
            try await pool.lead(on: threads, isolation: .repeatableRead, onlyReads: true) { transaction in
                try look(StorageDatabase(PostgreSQLRowsTransaction(transaction)))
            }
        }

        /// No thread waits for the answer, and none of those who lead transactions is needed.
        func look<Answer: Sendable>(_ query: QuickQuestion<Answer>) async throws -> Answer? {
            do { return try await Self.look(query, in: sharedPool) } catch { throw Self.failure(error, name) }
        }

        private static func look<Answer: Sendable>(
            _ query: QuickQuestion<Answer>,
            in pool: PostgreSQLPool
        ) async throws -> Answer? {
            var statement = try PostgreSQLText.of(query.sql).statement(StorageArguments(query.arguments))
            // As text, bytes would be twice as long.
            statement.answersInBinary = true
            // It takes less time than asking the database to leave it.
            let rows = try await pool.read(statement, endsWithTask: false)
            return try rows.first.map { try query.decode(.server(ServerRow($0, columns: rows.columns))) }
        }

        func readBehind<Value: Sendable>(
            about customer: CustomerID?,
            _ look: @escaping @Sendable (StorageDatabase) throws -> Value
        ) async throws -> Value {
            let answer = await replicas?.answer(about: customer?.value) { pool, threads in
                try await Self.read(look, in: pool, on: threads)
            }
            if let answer { return answer }
            return try await read(look)
        }

        func lookBehind<Answer: Sendable>(
            about customer: CustomerID?,
            _ query: QuickQuestion<Answer>
        ) async throws -> Answer? {
            let answer = await replicas?.answer(about: customer?.value) { pool, _ in
                try await Self.look(query, in: pool)
            }
            if let answer { return answer }
            return try await look(query)
        }

        func readNow<Value: Sendable>(
            _ look: @escaping @Sendable (StorageDatabase) throws -> Value
        ) throws -> Value {
            try WaitingTask.value { try await self.read(look) }
        }

        func writeNow<Value: Sendable>(
            _ change: @escaping @Sendable (StorageDatabase) throws -> Value
        ) throws -> Value {
            try WaitingTask.value { try await self.write(.everything, change).value }
        }

        func noteStop() {
            signals.stop()
            replicas?.stop()
            _ = try? WaitingTask.value { [pool, sharedPool] in
                await pool.shutDown(within: Self.stopDuration)
                await sharedPool.shutDown(within: Self.stopDuration)
            }
        }

        /// What went wrong, in the words of the server.
        static func failure(_ error: any Error, _ name: String) -> PurchaseServerError {
            if let error = error as? PostgreSQLError { return PurchaseServerError(error, database: name) }
            return PurchaseServerError(error, file: name)
        }
    }
#endif
