#if PostgreSQL && os(Linux)
    import Logging
    import NIOCore
    import NIOPosix
    import PostgreSQLConnection

    /// Keeps servers with different settings off one PostgreSQL, as ``FolderLock`` does with a folder: what one accepts the other
    /// would refuse, turn by turn.
    ///
    /// Each server shares an advisory lock whose number is made of its settings, and looks who has one with another number. It is
    /// held over a connection of its own: PostgreSQL gives it back when that ends, however the server did. A connection that is
    /// lost is opened again, and the lock taken anew; if somebody with other settings came meanwhile, who saw nobody, that is
    /// written to the log until one of them goes.
    final class SharedDatabaseLock: DatabaseLock {
        /// What it is held for.
        enum Purpose: Sendable {
            /// For a server, or work beside one, with these settings.
            case settings(String)
            /// For a program that wants nobody else there; what it does, for the error.
            case alone(String)
        }

        /// A lock that is held, for as long as its connection is there.
        private struct Held: Sendable {
            let session: PostgreSQLSession
            /// Ends when the connection does.
            let end: AsyncStream<Void>
        }

        private let keeper: Task<Void, Never>

        /// How long others may take to go. A server that has just ended, to be started with other settings, is there until
        /// PostgreSQL sees that its connection is not.
        static let patience = Duration.seconds(2)
        /// The pause between two looks at whether they have.
        private static let betweenLooks = Duration.milliseconds(50)

        /// - Throws: ``PurchaseServerError``, code `folderInUse` while others are there; others if the database cannot be asked.
        init(
            _ settings: PostgreSQLSettings,
            for purpose: Purpose,
            patience: Duration = patience,
            logger: Logger = Logger(label: "purser.storage")
        ) throws(PurchaseServerError) {
            let taken: (held: Held, others: Int64?)
            do {
                taken = try WaitingTask.value { try await Self.take(purpose, settings, patience: patience) }
            } catch {
                throw PostgreSQLEngine.failure(error, "\(settings)")
            }
            let held = taken.held
            if let others = taken.others {
                held.session.close()
                throw Self.inUse("\(settings)", purpose, isAlone: others == Self.aloneNumber)
            }
            keeper = Task(executorPreference: WaitingTask.executor) {
                await Self.keep(held, purpose, settings, logger)
            }
        }

        deinit { keeper.cancel() }

        private static func inUse(_ name: String, _ purpose: Purpose, isAlone: Bool) -> PurchaseServerError {
            switch purpose {
            case .alone(let work):
                PurchaseServerError(.folderInUse, "a server uses \(name); end it before you \(work)")
            case .settings where isAlone:
                PurchaseServerError(
                    .folderInUse,
                    "another program has \(name) for itself (a copy); wait until it is done and start again"
                )
            case .settings:
                PurchaseServerError(
                    .folderInUse,
                    "another server with other settings uses \(name); end it, give both the same, or name another database"
                )
            }
        }

        /// Takes the lock as soon as nobody is in the way any more, or gives up.
        private static func take(
            _ purpose: Purpose,
            _ settings: PostgreSQLSettings,
            patience: Duration
        ) async throws -> (held: Held, others: Int64?) {
            var left = patience
            while true {
                let taken = try await take(purpose, settings)
                guard taken.others != nil, left > .zero else { return taken }
                taken.held.session.close()
                await pause(betweenLooks)
                left -= betweenLooks
            }
        }

        /// Takes the lock, unless somebody is in the way.
        ///
        /// - Returns: The least number of another lock, and then this one was not taken; nil if nobody is in the way.
        private static func take(
            _ purpose: Purpose,
            _ settings: PostgreSQLSettings
        ) async throws -> (held: Held, others: Int64?) {
            let (end, ending) = AsyncStream<Void>.makeStream()
            let session = try await PostgreSQLSession.open(
                settings,
                on: MultiThreadedEventLoopGroup.singleton.any(),
                onClose: { _ in ending.finish() }
            )
            do {
                let answers = try await session.run(together: statements(for: purpose))
                let others = try answers.last?.first?.valueIfPresent("others", as: Int64.self)
                return (Held(session: session, end: end), others)
            } catch {
                session.close()
                throw error
            }
        }

        /// One after another: of two that begin at the same time the second sees the first, and nobody sees one who is refused.
        private static func statements(for purpose: Purpose) -> [PostgreSQLStatement] {
            let (key, others) =
                switch purpose {
                case .settings(let digest): (Self.number(of: digest), "objid <> \(Self.number(of: digest))")
                case .alone: (aloneNumber, "pid <> pg_backend_pid()")
                }
            return [
                PostgreSQLStatement("SELECT pg_advisory_xact_lock(\(group), -1)", isPrepared: false),
                PostgreSQLStatement(
                    """
                    SELECT others, CASE WHEN others IS NULL THEN pg_advisory_lock_shared(\(group), \(key))::text END
                    FROM (
                        SELECT min(objid::bigint) AS others FROM pg_locks
                        WHERE locktype = 'advisory' AND objsubid = 2 AND classid = \(group) AND granted
                            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                            AND mode = 'ShareLock' AND \(others)) AS found
                    """,
                    isPrepared: false
                ),
            ]
        }

        /// Takes the lock again whenever its connection is lost, until the task is cancelled.
        private static func keep(
            _ first: Held,
            _ purpose: Purpose,
            _ settings: PostgreSQLSettings,
            _ logger: Logger
        ) async {
            var held = first
            var failures = 0
            while true {
                // Ends with the connection, or with the task.
                for await _ in held.end {}
                held.session.close()
                while true {
                    if Task.isCancelled { return }
                    do {
                        let again = try await take(purpose, settings)
                        if again.others == nil {
                            (held, failures) = (again.held, 0)
                            break
                        }
                        again.held.session.close()
                        logger.error(
                            "another server with other settings uses the database; end one of them",
                            metadata: ["database": "\(settings)"]
                        )
                    } catch {
                        // It is tried again.
                    }
                    failures += 1
                    await pause(settings.backoff.pause(afterFailures: failures, share: .random(in: 0...1)))
                }
            }
        }

        private static func pause(_ duration: Duration) async {
            let timer = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: TimeAmount(duration)) {}
            await withTaskCancellationHandler {
                // The end of the task is the end of the pause.
                _ = try? await timer.futureResult.get()
            } onCancel: {
                timer.cancel()
            }
        }

        /// What all of these locks have in common.
        private static let group = 8_103_500
        /// The number of whoever wants to be alone.
        private static let aloneNumber: Int64 = 0

        /// FNV-1a, of which 31 bits; never that of whoever is alone.
        private static func number(of digest: String) -> Int64 {
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in digest.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return Int64((hash ^ hash >> 32) & 0x7fff_ffff) | 1
        }
    }
#endif
