package import NIOCore
import NIOPosix

/// What is notified on some channels, for as long as somebody asks for the next signal.
///
/// It has a session of its own, which it opens when the first signal is asked for, opens again when it is lost, and closes
/// when it is no longer iterated. A notification is a hint to look, not a message: what matters stands in a table.
package struct PostgreSQLSignals: AsyncSequence, Sendable {
    package typealias Element = PostgreSQLSignal

    let channels: [String]
    let settings: PostgreSQLSettings
    let eventLoops: any EventLoopGroup
    let random: @Sendable () -> Double
    let limit: Int

    /// - Parameters:
    ///   - channels: What to listen to.
    ///   - settings: Where the database is.
    ///   - limit: How many notifications are kept for a reader who is slow.
    ///   - eventLoops: Where libpq is called.
    ///   - random: From 0 to 1; spreads the pauses between attempts to connect.
    package init(
        of channels: [String],
        _ settings: PostgreSQLSettings,
        keepingAtMost limit: Int = 1000,
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.channels = channels
        self.settings = settings
        self.limit = limit
        self.eventLoops = eventLoops
        self.random = random
    }

    package func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Connects when it is asked, and hands on what comes.
    package final class Iterator: AsyncIteratorProtocol {
        private let signals: PostgreSQLSignals
        private var mailbox: NotificationMailbox
        private var session: PostgreSQLSession?
        private var failures = 0

        init(_ signals: PostgreSQLSignals) {
            self.signals = signals
            mailbox = NotificationMailbox(limit: signals.limit)
        }

        deinit { session?.close() }

        /// - Throws: `CancellationError` if the task was cancelled, nothing else.
        package func next() async throws -> PostgreSQLSignal? {
            try Task.checkCancellation()
            guard session == nil else {
                let signal = try await mailbox.next()
                if case .interrupted = signal { session = nil }
                return signal
            }
            if failures > 0 { try await pause() }
            do {
                session = try await open()
                failures = 0
                return .lookAtEverything
            } catch let error as PostgreSQLError {
                failures += 1
                return .interrupted(error)
            }
        }

        private func open() async throws -> PostgreSQLSession {
            // A new one: what the last connection says at its end is of no concern to this one.
            let mailbox = NotificationMailbox(limit: signals.limit)
            self.mailbox = mailbox
            let session = try await PostgreSQLSession.open(
                signals.settings,
                on: signals.eventLoops.next(),
                onNotification: { mailbox.put($0) },
                onClose: { mailbox.close($0) }
            )
            do {
                let statements = signals.channels.map { channel in
                    PostgreSQLStatement("LISTEN \(channel.asPostgreSQLIdentifier)", isPrepared: false)
                }
                _ = try await session.run(together: statements)
            } catch {
                session.close()
                throw error
            }
            return session
        }

        private func pause() async throws {
            let pause = signals.settings.backoff.pause(afterFailures: failures, share: signals.random())
            let timer = signals.eventLoops.any().scheduleTask(in: TimeAmount(pause)) {}
            // The end of the task is the end of the pause; whatever the timer says of it then.
            await withTaskCancellationHandler {
                _ = try? await timer.futureResult.get()
            } onCancel: {
                timer.cancel()
            }
            try Task.checkCancellation()
        }
    }
}

extension String {
    /// The text as a name in SQL, whatever is in it but a NUL.
    package var asPostgreSQLIdentifier: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
