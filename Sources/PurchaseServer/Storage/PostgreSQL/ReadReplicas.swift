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
    /// or falls behind is not asked until it has caught up, and one that was promoted, or follows another database, is not asked
    /// at all. Nobody waits for any of them: who does not answer soon is done without.
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

        /// This server has acknowledged something.
        ///
        /// - Parameter names: All names of those whom it concerns; nil for everybody.
        func noteChange(of names: Set<String>?) {
            let now = Self.now()
            freshness.withLock { $0.noteChange(of: names, at: now) }
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
            guard let place = await Self.place(in: primary) else { return }
            freshness.withLock { $0.note(place, asked: asked) }
            await withTaskGroup(of: (Int, LogPlace?).self) { group in
                for (index, pool) in pools.enumerated() {
                    group.addTask { (index, await Self.place(in: pool)) }
                }
                for await (index, place) in group {
                    freshness.withLock { freshness in
                        if let place {
                            freshness.note(place, of: index)
                        } else {
                            freshness.noteFailure(of: index)
                        }
                    }
                }
            }
        }

        /// Of whoever writes the end of the log: whatever was acknowledged is before it. Of whoever follows how much of it they
        /// have. Everybody may ask this.
        ///
        /// Who writes is told by when it was started. A follower knows its timeline from its own checkpoints, so after a failover
        /// it takes it some minutes to say the new one.
        private static let question = """
            SELECT log.place::text AS place,
                system.system_identifier || '/' || here.oid || '/' || CASE
                    WHEN follows THEN lpad(upper(to_hex(greatest(checkpoint.timeline_id,
                        recovery.min_recovery_end_timeline))), 8, '0')
                    ELSE left(pg_walfile_name(log.place), 8) END AS history,
                CASE WHEN NOT follows THEN extract(epoch FROM pg_postmaster_start_time())::text END AS writer
            FROM pg_is_in_recovery() AS follows
            CROSS JOIN LATERAL (SELECT CASE WHEN follows THEN pg_last_wal_replay_lsn()
                ELSE pg_current_wal_insert_lsn() END AS place) AS log
            CROSS JOIN pg_control_system() AS system
            CROSS JOIN pg_control_checkpoint() AS checkpoint
            CROSS JOIN pg_control_recovery() AS recovery
            JOIN pg_database AS here ON here.datname = current_database()
            """

        private static func place(in pool: PostgreSQLPool) async -> LogPlace? {
            guard let rows = try? await pool.read(PostgreSQLStatement(question), within: patience), let row = rows.first
            else { return nil }
            return try? place(row)
        }

        private static func place(_ row: PostgreSQLRow) throws(PostgreSQLError) -> LogPlace? {
            guard let text = try row.valueIfPresent("place", as: String.self), let position = LogPosition(text) else {
                return nil
            }
            return LogPlace(
                position: position,
                history: try row.value("history"),
                writer: try row.valueIfPresent("writer")
            )
        }
    }
#endif
