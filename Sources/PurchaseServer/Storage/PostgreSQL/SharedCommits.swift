#if PostgreSQL && os(Linux)
    import Foundation
    import Locking
    import NIOPosix
    import PostgreSQLConnection

    /// Carries changes out together that came while others were being written: they share one transaction, its locks and its
    /// wait for the disk. One that fails takes none of the others with it.
    ///
    /// What concerns named purchases and customers is written by several transactions at once, here and by other servers; what
    /// concerns anything is written alone. ``ChangeLocks`` says who waits for whom.
    final class SharedCommits: Sendable {
        /// A change that waits.
        private struct Job: Sendable {
            /// Whom it concerns; anything, if there are too many for a lock each.
            let scope: WriteScope
            /// How many locks it takes.
            let lockCount: Int
            /// Makes the change and keeps its value.
            let change: @Sendable (StorageDatabase) throws -> Void
            /// Tells whoever waits: if it is on the disk, whether its transaction has changed any row.
            let answer: @Sendable (Result<Bool, any Error>) -> Void
            /// Until when it waits to be begun, or to be begun again.
            let deadline: DispatchTime
        }

        private struct State {
            /// Those that concern anything.
            var waitingAlone: [Job] = []
            /// Those that concern named purchases and customers.
            var waitingTogether: [Job] = []
            /// How many transactions are under way, and whether one of them is alone.
            var writers = 0
            var isOneAlone = false

            var waitingCount: Int { waitingAlone.count + waitingTogether.count }

            /// The next that share a transaction, and whether they are to be alone; nil if there is nothing to do.
            mutating func next(of writerCount: Int) -> (jobs: [Job], isAlone: Bool)? {
                if !waitingAlone.isEmpty, !isOneAlone {
                    isOneAlone = true
                    return (Self.take(SharedCommits.maximumCount, from: &waitingAlone), true)
                }
                guard !waitingTogether.isEmpty else { return nil }
                // Each writer shall have its share.
                let share = (waitingTogether.count + writerCount - 1) / writerCount
                return (Self.take(min(max(share, 8), SharedCommits.maximumCount), from: &waitingTogether), false)
            }

            /// One at least, and no more than may have their locks together.
            private static func take(_ count: Int, from jobs: inout [Job]) -> [Job] {
                var (taken, locks) = (0, 0)
                while taken < min(count, jobs.count) {
                    locks += jobs[taken].lockCount
                    guard taken == 0 || locks <= SharedCommits.maximumLocks else { break }
                    taken += 1
                }
                defer { jobs.removeFirst(taken) }
                return Array(jobs.prefix(taken))
            }
        }

        private let pool: PostgreSQLPool
        private let threads: NIOThreadPool
        /// How many transactions write at once.
        private let writerCount: Int
        private let state = Locked(State())

        /// How many changes share a transaction at most.
        private static let maximumCount = 256
        /// How many purchases and names changes lock that share a transaction; one by itself may lock more. The database has
        /// room for some thousand locks, which all servers share.
        private static let maximumLocks = 300
        /// How many changes wait at most.
        private static let maximumWaiting = 8_192
        /// How long a change waits for a database that is away, or restarts.
        private static let patience = DispatchTimeInterval.seconds(30)

        init(pool: PostgreSQLPool, threads: NIOThreadPool) {
            (self.pool, self.threads) = (pool, threads)
            // Half of the sessions are left to those who read.
            writerCount = max(pool.settings.maximumSessions / 2, 1)
        }

        /// - Returns: The value of the change, after it is on the disk, and whether its transaction has changed any row.
        /// - Throws: What the change throws, or what the database says; `CancellationError` if the task was cancelled before.
        func write<Value: Sendable>(
            _ scope: WriteScope,
            _ change: @escaping @Sendable (StorageDatabase) throws -> Value
        ) async throws -> (value: Value, isChange: Bool) {
            // Nobody waits any more; what is under way is carried out all the same.
            try Task.checkCancellation()
            let value = Locked<Value?>(nil)
            let lockCount = ChangeLocks.count(for: scope)
            let isChange: Bool = try await withCheckedThrowingContinuation { continuation in
                let job = Job(
                    scope: lockCount == nil ? .everything : scope,
                    lockCount: lockCount ?? 1,
                    change: { database in
                        let made = try change(database)
                        value.withLock { $0 = made }
                    },
                    answer: { continuation.resume(with: $0) },
                    deadline: .now() + Self.patience
                )
                let isWriterNeeded: Bool? = state.withLock { state in
                    guard state.waitingCount < Self.maximumWaiting else { return nil }
                    if case .everything = job.scope {
                        state.waitingAlone.append(job)
                    } else {
                        state.waitingTogether.append(job)
                    }
                    guard state.writers < writerCount else { return false }
                    state.writers += 1
                    return true
                }
                switch isWriterNeeded {
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
            return (value, isChange)
        }

        private func writeAll() async {
            while true {
                let next = state.withLock { state in
                    let next = state.next(of: writerCount)
                    if next == nil { state.writers -= 1 }
                    return next
                }
                guard let next else { return }
                await carryOut(next.jobs)
                if next.isAlone { state.withLock { $0.isOneAlone = false } }
            }
        }

        private func carryOut(_ jobs: [Job]) async {
            var locks = ChangeLocks(jobs.map(\.scope))
            do {
                let isChange = try await patiently(jobs) {
                    do {
                        return try await self.together(jobs, locks.statements)
                    } catch let error as PostgreSQLError where error.isOutOfLocks && !locks.isAlone {
                        // Too many others have theirs. For one lock there is room again as soon as they are done, and it
                        // waits for them.
                        locks = .alone
                        return try await self.together(jobs, locks.statements)
                    }
                }
                for job in jobs { job.answer(.success(isChange)) }
            } catch {
                guard jobs.count > 1, Self.concernsOne(error) else {
                    for job in jobs { job.answer(.failure(error)) }
                    return
                }
                await each(jobs, locks.statements)
            }
        }

        /// Nearly always none fails, and then none needs a savepoint.
        ///
        /// - Returns: Whether any row was changed.
        private func together(_ jobs: [Job], _ locks: [PostgreSQLStatement]) async throws -> Bool {
            try await pool.leadChange(on: threads, first: locks) { transaction in
                let database = StorageDatabase(PostgreSQLRowsTransaction(transaction))
                for job in jobs { try job.change(database) }
            }.isChange
        }

        /// Each with a savepoint of its own, so that each hears its own reason.
        private func each(_ jobs: [Job], _ locks: [PostgreSQLStatement]) async {
            do {
                let done = try await pool.leadChange(on: threads, first: locks) { transaction in
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
                for (job, error) in zip(jobs, done.value) {
                    job.answer(error.map { .failure($0) } ?? .success(done.isChange))
                }
            } catch {
                for job in jobs { job.answer(.failure(error)) }
            }
        }

        /// Does it again while the database is away, as long as nothing can have happened and those who ask have time.
        private func patiently(_ jobs: [Job], _ work: () async throws -> Bool) async throws -> Bool {
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
        /// Whether the database has no memory for another lock; it has one code for all of its memory.
        fileprivate var isOutOfLocks: Bool { sqlState == "53200" && !mayHaveHappened }

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
