#if PostgreSQL && os(Linux)
    import Foundation
    import Locking
    import NIOCore
    import NIOPosix
    import PostgreSQLConnection

    /// Databases that follow the one that servers write to, for look-ups that may be some seconds old.
    ///
    /// Each second the followed one is asked where its log is, and then each of the others how much of it they have. So it is
    /// known of each up to which moment it has everything that was acknowledged, whatever its clock says; one that is away, hangs
    /// or falls behind is not asked until it has caught up. Nobody waits for any of them: who does not answer soon is done
    /// without.
    final class ReadReplicas: Sendable {
        private let primary: PostgreSQLPool
        private let pools: [PostgreSQLPool]
        private let threads: NIOThreadPool
        private let freshness: Locked<ReplicaFreshness>
        private let watch = Locked<Task<Void, Never>?>(nil)

        private static let pause = TimeAmount.seconds(1)
        /// How long one of them may take to connect, and to say where it is.
        private static let patience = Duration.seconds(2)
        /// How long it may take to answer.
        private static let answerPatience = Duration.seconds(10)

        /// - Parameters:
        ///   - replicas: Where they are.
        ///   - primary: Sessions with the database that they follow.
        ///   - maximumAge: How many seconds they may be behind.
        init(_ replicas: [PostgreSQLSettings], of primary: PostgreSQLPool, maximumAge: Double) {
            self.primary = primary
            // Their own: whoever waits for one that hangs keeps nobody from asking the database that is followed.
            let threads = NIOThreadPool(numberOfThreads: replicas.map(\.maximumSessions).reduce(0, +))
            threads.start()
            self.threads = threads
            pools = replicas.map { replica in
                var settings = replica
                settings.connectDeadline = min(settings.connectDeadline, Self.patience)
                settings.waitDeadline = min(settings.waitDeadline, Self.patience)
                settings.statementDeadline = min(settings.statementDeadline, Self.answerPatience)
                return PostgreSQLPool(settings)
            }
            freshness = Locked(ReplicaFreshness(count: pools.count, maximumAge: maximumAge))
            watch.withLock { watch in
                watch = Task(executorPreference: WaitingTask.executor) { [weak self, eventLoops = primary.eventLoops] in
                    while !Task.isCancelled, await self?.look() != nil {
                        let timer = eventLoops.any().scheduleTask(in: Self.pause) {}
                        await withTaskCancellationHandler {
                            _ = try? await timer.futureResult.get()
                        } onCancel: {
                            timer.cancel()
                        }
                    }
                }
            }
        }

        deinit {
            stop()
            threads.shutdownGracefully { _ in }
        }

        func stop() {
            watch.withLock { $0 }?.cancel()
            for pool in pools { pool.closeAll() }
        }

        private static func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

        /// This server has changed something.
        func noteChange(_ scope: WriteScope) {
            let now = Self.now()
            switch scope {
            case .everything: freshness.withLock { $0.noteChange(of: nil, at: now) }
            case .only(_, let customers):
                guard !customers.isEmpty else { return }
                freshness.withLock { $0.noteChange(of: customers.map(\.value), at: now) }
            }
        }

        /// Asks one of them.
        ///
        /// - Parameters:
        ///   - customer: About whom; nil for what is about nobody.
        ///   - ask: Asks over sessions with it.
        /// - Returns: nil if none of them can say.
        func answer<Value: Sendable>(
            about customer: String?,
            _ ask: (PostgreSQLPool, NIOThreadPool) async throws -> Value
        ) async -> Value? {
            for index in freshness.withLock({ $0.usable(for: customer, at: Self.now()) }) {
                do { return try await ask(pools[index], threads) } catch {
                    if Task.isCancelled { return nil }
                    freshness.withLock { $0.noteFailure(of: index) }
                }
            }
            return nil
        }

        /// Finds out how far everybody is.
        func look() async {
            let asked = Self.now()
            guard let position = await Self.position(in: primary, Self.written) else { return }
            freshness.withLock { $0.note(position, asked: asked) }
            await withTaskGroup(of: (Int, LogPosition?).self) { group in
                for (index, pool) in pools.enumerated() {
                    group.addTask { (index, await Self.position(in: pool, Self.repeated)) }
                }
                for await (index, position) in group {
                    freshness.withLock { freshness in
                        if let position {
                            freshness.note(position, of: index)
                        } else {
                            freshness.noteFailure(of: index)
                        }
                    }
                }
            }
        }

        /// Whatever was acknowledged is before it.
        private static let written = "SELECT pg_current_wal_insert_lsn()::text AS place"
        /// Where one database plays both, it has what it has written.
        private static let repeated = """
            SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END)::text
                AS place
            """

        private static func position(in pool: PostgreSQLPool, _ text: String) async -> LogPosition? {
            let rows = try? await pool.read(PostgreSQLStatement(text), within: patience)
            return rows?.first.flatMap { try? $0.valueIfPresent("place", as: String.self) }.flatMap { LogPosition($0) }
        }
    }
#endif
