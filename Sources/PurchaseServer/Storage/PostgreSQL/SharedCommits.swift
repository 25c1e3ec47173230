#if PostgreSQL && os(Linux)
    import Foundation
    import Locking
    import NIOPosix
    import PostgreSQLConnection

    /// Carries changes out together that came while another was being written: they share one transaction, its lock and its
    /// wait for the disk. One that fails takes none of the others with it.
    final class SharedCommits: Sendable {
        /// A change that waits.
        private struct Job: Sendable {
            /// Makes the change and keeps its value.
            let change: @Sendable (StorageDatabase) throws -> Void
            /// Tells whoever waits: nil if it is on the disk.
            let answer: @Sendable ((any Error)?) -> Void
            /// Until when it waits to be begun, or to be begun again.
            let deadline: DispatchTime
        }

        private struct State {
            var waiting: [Job] = []
            var isWriting = false
        }

        private let pool: PostgreSQLPool
        private let threads: NIOThreadPool
        private let state = Locked(State())

        /// How many changes share a transaction at most.
        private static let maximumCount = 256
        /// How many changes wait at most.
        private static let maximumWaiting = 8_192
        /// How long a change waits for a database that is away, or restarts.
        private static let patience = DispatchTimeInterval.seconds(30)
        /// Held by whoever changes rows, until the end of the transaction: then what is decided by what was read is as if the
        /// changes of all servers came one after another.
        private static let lock = PostgreSQLStatement("SELECT pg_advisory_xact_lock(8103500000000001)")

        init(pool: PostgreSQLPool, threads: NIOThreadPool) { (self.pool, self.threads) = (pool, threads) }

        /// - Returns: The value of the change, after it is on the disk.
        /// - Throws: What the change throws, or what the database says; `CancellationError` if the task was cancelled before.
        func write<Value: Sendable>(
            _ change: @escaping @Sendable (StorageDatabase) throws -> Value
        ) async throws -> Value {
            // Nobody waits any more; what is under way is carried out all the same.
            try Task.checkCancellation()
            let value = Locked<Value?>(nil)
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let job = Job(
                    change: { database in
                        let made = try change(database)
                        value.withLock { $0 = made }
                    },
                    answer: { error in
                        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                    },
                    deadline: .now() + Self.patience
                )
                let isFirst: Bool? = state.withLock { state in
                    guard state.waiting.count < Self.maximumWaiting else { return nil }
                    state.waiting.append(job)
                    defer { state.isWriting = true }
                    return !state.isWriting
                }
                switch isFirst {
                case true?: Task(executorPreference: WaitingTask.executor) { await self.writeAll() }
                case false?: break
                case nil:
                    let reason = "\(Self.maximumWaiting) changes wait for the database; ask again later, and look at it"
                    continuation.resume(throwing: PurchaseServerError(.databaseBusy, reason))
                }
            }
            guard let value = value.withLock({ $0 }) else {
                throw PurchaseServerError(.databaseDamaged, "a change that was carried out has no outcome")
            }
            return value
        }

        private func writeAll() async {
            while true {
                let jobs = state.withLock { state in
                    let next = Array(state.waiting.prefix(Self.maximumCount))
                    state.waiting.removeFirst(next.count)
                    state.isWriting = !next.isEmpty
                    return next
                }
                guard !jobs.isEmpty else { return }
                await carryOut(jobs)
            }
        }

        private func carryOut(_ jobs: [Job]) async {
            do {
                try await patiently(jobs) { try await self.together(jobs) }
                for job in jobs { job.answer(nil) }
            } catch {
                guard jobs.count > 1, Self.concernsOne(error) else {
                    for job in jobs { job.answer(error) }
                    return
                }
                await each(jobs)
            }
        }

        /// Nearly always none fails, and then none needs a savepoint.
        private func together(_ jobs: [Job]) async throws {
            try await pool.lead(on: threads, first: [Self.lock]) { transaction in
                let database = StorageDatabase(PostgreSQLRowsTransaction(transaction))
                for job in jobs { try job.change(database) }
            }
        }

        /// Each with a savepoint of its own, so that each hears its own reason.
        private func each(_ jobs: [Job]) async {
            do {
                let outcomes = try await pool.lead(on: threads, first: [Self.lock]) { transaction in
                    let database = StorageDatabase(PostgreSQLRowsTransaction(transaction))
                    return try jobs.map { job -> (any Error)? in
                        do {
                            try database.inSavepoint { try job.change(database) }
                            return nil
                        } catch let error as PostgreSQLError where !error.concernsStatement {
                            throw error
                        } catch {
                            return error
                        }
                    }
                }
                for (job, error) in zip(jobs, outcomes) { job.answer(error) }
            } catch {
                for job in jobs { job.answer(error) }
            }
        }

        /// Does it again while the database is away, as long as nothing can have happened and those who ask have time.
        private func patiently(_ jobs: [Job], _ work: () async throws -> Void) async throws {
            let deadline = jobs.map(\.deadline).min() ?? .now()
            while true {
                do { return try await work() } catch let error as PostgreSQLError
                    where error.isWorthRepeating && DispatchTime.now() < deadline
                {
                    try await pool.pause(.milliseconds(50))
                }
            }
        }

        /// Whether the others of a transaction might succeed without the one that failed.
        private static func concernsOne(_ error: any Error) -> Bool {
            (error as? PostgreSQLError)?.concernsStatement ?? true
        }
    }

    extension PostgreSQLError {
        /// Whether it says something of a statement, and nothing of the database.
        fileprivate var concernsStatement: Bool {
            switch kind {
            case .uniqueViolation, .foreignKeyViolation, .notNullViolation, .checkViolation, .otherConstraint,
                .invalidValue, .invalidStatement, .unexpectedResult, .other:
                !mayHaveHappened
            default: false
            }
        }
    }
#endif
