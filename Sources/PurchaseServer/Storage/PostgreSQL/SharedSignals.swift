#if PostgreSQL && os(Linux)
    import Locking
    import NIOCore
    import PostgreSQLConnection

    /// Tells the servers that share a database that one of them has written, so that whoever waits for what is due looks.
    ///
    /// A notification makes commits wait for each other, so it is no part of a change: it follows, one for all changes of some
    /// milliseconds. Whoever is not told looks by itself after a while.
    final class SharedSignals: Sendable {
        private static let channel = "purser_changes"
        /// How long changes are gathered before the others are told of them.
        private static let pause = TimeAmount.milliseconds(50)

        private let pool: PostgreSQLPool
        /// What this server signs with, so that it does not answer itself.
        private let name = RandomIdentifier.make("server")
        private let isAnnouncing = Locked(false)
        private let listener = Locked<Task<Void, Never>?>(nil)

        init(_ pool: PostgreSQLPool) { self.pool = pool }

        /// Tells the others, soon.
        func announce() {
            let isFirst = isAnnouncing.withLock { isAnnouncing in
                defer { isAnnouncing = true }
                return !isAnnouncing
            }
            guard isFirst else { return }
            pool.eventLoops.any().scheduleTask(in: Self.pause) { [weak self] in self?.send() }
        }

        private func send() {
            isAnnouncing.withLock { $0 = false }
            Task(executorPreference: WaitingTask.executor) { [pool, name] in
                let telling = PostgreSQLStatement("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(name)])
                // Nobody depends on it.
                _ = try? await pool.run(telling)
            }
        }

        /// Calls `ring` when another server has written, until ``stop()``. It has a connection of its own.
        func listen(_ ring: @escaping @Sendable () -> Void) {
            let signals = PostgreSQLSignals(of: [Self.channel], pool.settings)
            let task = Task(executorPreference: WaitingTask.executor) { [name] in
                do {
                    for try await signal in signals {
                        switch signal {
                        case .notification(let notification): if notification.payload != name { ring() }
                        case .lookAtEverything: ring()
                        // It connects again by itself.
                        case .interrupted: break
                        }
                    }
                } catch {
                    // The task was cancelled.
                }
            }
            let before = listener.withLock { listener in
                defer { listener = task }
                return listener
            }
            before?.cancel()
        }

        func stop() { listener.withLock { $0 }?.cancel() }
    }
#endif
