import Locking
package import NIOCore
import NIOPosix

/// Sessions with one PostgreSQL, as many as are needed and not more than are allowed.
///
/// - Statements of many callers share sessions: they are sent without waiting for each other. Another session is opened when
///   those that there are have much to do.
/// - A transaction has a session for itself. Whoever waits for one does so at most for a stated time, in the order of coming.
/// - A session that is lost is opened again when somebody needs it, after a pause that grows while that fails.
/// - ``shutDown(within:)`` ends, whatever the server does.
package final class PostgreSQLPool: Sendable {
    /// Where the database is, and how many sessions there may be.
    package let settings: PostgreSQLSettings
    /// Where libpq is called.
    package let eventLoops: any EventLoopGroup
    let random: @Sendable () -> Double
    let state = Locked(PoolState())

    /// - Parameters:
    ///   - settings: Where the database is, and how many sessions there may be.
    ///   - eventLoops: Where libpq is called.
    ///   - random: From 0 to 1; spreads the pauses between attempts to connect.
    package init(
        _ settings: PostgreSQLSettings,
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.settings = settings
        self.eventLoops = eventLoops
        self.random = random
    }

    /// Runs a statement, a transaction by itself.
    ///
    /// - Throws: ``PostgreSQLError``, or `CancellationError` if the task was cancelled.
    @discardableResult
    package func run(
        _ statement: PostgreSQLStatement,
        within limit: Duration? = nil
    ) async throws -> PostgreSQLRows {
        try await withSharedSession { try await $0.run(statement, within: limit) }
    }

    /// Runs statements, all of them a transaction: if one fails none has an effect. They are sent at once.
    ///
    /// - Throws: ``PostgreSQLError``, or `CancellationError` if the task was cancelled.
    @discardableResult
    package func run(
        together statements: [PostgreSQLStatement],
        within limit: Duration? = nil
    ) async throws -> [PostgreSQLRows] {
        try await withSharedSession { try await $0.run(together: statements, within: limit) }
    }

    /// Runs a statement that changes nothing. If the connection is lost it is sent again by another one, as after a restart
    /// of the database; and it may share a transaction with others that come at the same time.
    ///
    /// - Parameters:
    ///   - statement: What to run.
    ///   - limit: How long it may take; as the settings say if nil.
    ///   - endsWithTask: Whether the database is asked to leave it when the task is cancelled: not worth it for what is quick.
    /// - Throws: ``PostgreSQLError``, or `CancellationError` if the task was cancelled.
    package func read(
        _ statement: PostgreSQLStatement,
        within limit: Duration? = nil,
        endsWithTask: Bool = true
    ) async throws -> PostgreSQLRows {
        var lost = 0
        while true {
            do {
                return try await withSharedSession { session in
                    try await session.run(statement, onlyReads: true, within: limit, endsWithTask: endsWithTask)
                }
            } catch let error as PostgreSQLError where error.isLoss && lost < settings.maximumSessions {
                // The other sessions may be lost, too, and not know it yet.
                lost += 1
            }
        }
    }

    /// Runs `body` in a transaction, and runs it again if another transaction was in its way: a deadlock, or a conflict of
    /// serializable transactions. What `body` does besides must bear that.
    ///
    /// - Parameters:
    ///   - isolation: How much it sees of other transactions.
    ///   - onlyReads: Whether the server is to refuse writes.
    ///   - attempts: How often it is run at most.
    /// - Throws: What `body` throws, ``PostgreSQLError``, or `CancellationError` if the task was cancelled.
    package func transaction<Value: Sendable>(
        isolation: PostgreSQLTransaction.Isolation = .readCommitted,
        onlyReads: Bool = false,
        attempts: Int = 5,
        _ body: (PostgreSQLTransaction) async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            do {
                return try await withSession { session in
                    try await session.transaction(isolation: isolation, onlyReads: onlyReads, body)
                }
            } catch let error as PostgreSQLError where error.isConflict && attempt < attempts {
                attempt += 1
                try await pause(settings.backoff.pause(afterFailures: attempt - 1, share: random()) / 10)
            }
        }
    }

    /// Runs `body` with a session that nobody else uses meanwhile. What it sets for the session stays set.
    ///
    /// - Throws: What `body` throws, ``PostgreSQLError`` if there is no session in time, or `CancellationError`.
    package func withSession<Value: Sendable>(
        _ body: (PostgreSQLSession) async throws -> Value
    ) async throws -> Value {
        let session = try await session(alone: true)
        defer { give(back: session, alone: true) }
        return try await body(session)
    }

    func withSharedSession<Value: Sendable>(
        _ body: (PostgreSQLSession) async throws -> Value
    ) async throws -> Value {
        let session = try await session(alone: false)
        defer { give(back: session, alone: false) }
        return try await body(session)
    }

    /// Waits.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    package func pause(_ duration: Duration) async throws {
        try await eventLoops.any().scheduleTask(in: TimeAmount(duration)) {}.futureResult.get()
        try Task.checkCancellation()
    }

    /// The pause before the next attempt to connect.
    func pause(afterFailures failures: Int) -> Duration {
        settings.backoff.pause(afterFailures: failures, share: random())
    }
}

extension PostgreSQLError {
    /// Whether the connection is no more.
    var isLoss: Bool { [.connectionLost, .shutdown].contains(kind) }

    /// Whether another transaction was in the way, or a migration, and running it again is all that is to be done.
    var isConflict: Bool {
        !mayHaveHappened && ([.serializationFailure, .deadlock].contains(kind) || isStalePreparation)
    }
}
