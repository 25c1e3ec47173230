import CLibPQ
import Locking
package import NIOCore

/// One connection to PostgreSQL.
///
/// libpq is called on one event loop of NIO and never waits there. Requests are sent without waiting for the answers of
/// those before them (pipeline mode) and are answered in their order; each request is a transaction by itself unless it
/// stands in one. Any number of tasks may ask at once.
///
/// A request ends at its deadline: the server is asked to cancel it, and if it does not answer that in time either, the
/// connection is given up. A session that is closed stays closed; ``PostgreSQLPool`` opens others.
package actor PostgreSQLSession {
    enum State {
        case new
        case connecting(CheckedContinuation<Void, any Error>)
        case ready
        case closed(PostgreSQLError)
    }

    /// Requests that are under way at most; more wait in this process, where they can be given up without a trace.
    static let maximumUnderWay = 256

    nonisolated let settings: PostgreSQLSettings
    nonisolated let eventLoop: any EventLoop
    private nonisolated let executor: any SerialExecutor
    private nonisolated let onNotification: @Sendable (PostgreSQLNotification) -> Void
    private nonisolated let onClose: @Sendable (PostgreSQLError) -> Void

    /// Whether it is closed, or about to be; nobody is to be given it then.
    nonisolated let isLeaving = Locked(false)

    var state = State.new
    /// How far it is while it connects.
    var attempt: ConnectAttempt?
    /// Whether the server has been told what holds for the session, so that others may use it.
    var isInUse = false
    /// How often libpq has begun to connect.
    var starts = 0
    var libpq: LibPQConnection?
    var watch: DescriptorWatch?
    var watchNumber: UInt64 = 0
    let notices = NoticeBox()
    var prepared: PreparedStatements
    /// Not sent yet.
    var queued: RequestQueue<Exchange> = RequestQueue()
    /// Sent, in the order in which they will be answered.
    var underWay: RequestQueue<SentGroup> = RequestQueue()
    /// What libpq will give next.
    var expected: RequestQueue<ExpectedAnswer> = RequestQueue()
    /// Whether a flush is due at the end of this turn of the event loop.
    var isPumping = false
    var timer: Scheduled<Void>?
    var timerDue: NIODeadline?
    /// How many requests to cancel were made, and whether one is on its way.
    var cancels = 0
    var isCancelling = false
    /// When the server must have ended the first group, which it was asked to cancel.
    var cancelDue: NIODeadline?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(
        _ settings: PostgreSQLSettings,
        on eventLoop: any EventLoop,
        onNotification: @escaping @Sendable (PostgreSQLNotification) -> Void,
        onClose: @escaping @Sendable (PostgreSQLError) -> Void
    ) {
        self.settings = settings
        self.eventLoop = eventLoop
        executor = eventLoop.executor
        self.onNotification = onNotification
        self.onClose = onClose
        prepared = PreparedStatements(limit: settings.maximumPreparedStatements)
    }

    /// Connects.
    ///
    /// - Parameters:
    ///   - settings: Where to, and how long everything may take.
    ///   - eventLoop: Where libpq is called.
    ///   - onNotification: Is called on the event loop with what other sessions notify.
    ///   - onClose: Is called on the event loop, once, when an open session is no longer usable, with the reason.
    /// - Throws: ``PostgreSQLError``, or `CancellationError` if the task was cancelled.
    package static func open(
        _ settings: PostgreSQLSettings,
        on eventLoop: any EventLoop,
        onNotification: @escaping @Sendable (PostgreSQLNotification) -> Void = { _ in },
        onClose: @escaping @Sendable (PostgreSQLError) -> Void = { _ in }
    ) async throws -> PostgreSQLSession {
        let session = PostgreSQLSession(settings, on: eventLoop, onNotification: onNotification, onClose: onClose)
        try await withTaskCancellationHandler {
            do {
                try await session.connect()
            } catch {
                // What a cancelled task ends with is not what its end broke.
                try Task.checkCancellation()
                throw error
            }
            try Task.checkCancellation()
        } onCancel: {
            session.close()
        }
        return session
    }

    /// Runs on the session's event loop; as soon as it can be if this is not there.
    nonisolated func perform(_ body: @escaping @Sendable (isolated PostgreSQLSession) -> Void) {
        eventLoop.execute { [self] in assumeIsolated { body($0) } }
    }

    /// Runs on the session's event loop at a time, if the session is still there.
    nonisolated func schedule(
        _ due: NIODeadline,
        _ body: @escaping @Sendable (isolated PostgreSQLSession) -> Void
    ) -> Scheduled<Void> {
        eventLoop.scheduleTask(deadline: due) { [weak self] in
            guard let self else { return }
            assumeIsolated { body($0) }
        }
    }

    /// Closes the connection. What is under way ends with an error. Whoever wants to wait for it uses the pool.
    package nonisolated func close() {
        isLeaving.withLock { $0 = true }
        perform { $0.end(PostgreSQLError(.refused, "the session was closed at this end")) }
    }

    /// Whether it can be asked.
    package var isOpen: Bool {
        if case .ready = state { true } else { false }
    }

    /// The version of the server as a number, for example 150018; 0 if it is closed.
    package var serverVersion: Int { libpq.map { Int(PQserverVersion($0.pointer)) } ?? 0 }

    /// Whether what is sent is encrypted.
    package var isEncrypted: Bool { libpq.map { PQsslInUse($0.pointer) == 1 } ?? false }

    /// The server's number of the process that serves this session.
    package var serverProcess: Int { libpq.map { Int(PQbackendPID($0.pointer)) } ?? 0 }

    /// Whether anything is under way, or waits to be sent.
    package var hasRequests: Bool { !underWay.isEmpty || !queued.isEmpty }

    /// How many statements are prepared.
    var preparedCount: Int { prepared.count }

    func notify(_ notification: PostgreSQLNotification) { onNotification(notification) }

    /// Ends everything, with this reason.
    func end(_ error: PostgreSQLError) {
        if case .closed = state { return }
        let before = state
        state = .closed(error)
        watch?.forget(watchNumber, descriptor: libpq?.socket ?? -1)
        // Frees the socket; what was prepared goes with it.
        libpq = nil
        timer?.cancel()
        timer = nil
        expected.removeAll()
        // Before anybody is told, who might at once ask for a session and be given this one.
        isLeaving.withLock { $0 = true }
        if isInUse { onClose(error) }
        for exchange in underWay.removeAll().flatMap(\.exchanges) {
            // What it failed with before says why it has no effect; the end of the connection says nothing of that.
            let failure = exchange.failure.flatMap { $0.kind == error.kind ? nil : $0 } ?? error
            exchange.fail(failure == error && !exchange.onlyReads ? error.afterSending() : failure)
        }
        for exchange in queued.removeAll() { exchange.fail(error) }
        if case .connecting(let continuation) = before { continuation.resume(throwing: error) }
    }
}
