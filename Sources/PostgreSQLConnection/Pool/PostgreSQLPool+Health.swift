import Locking
import NIOCore

/// How the sessions with the database are.
package struct PostgreSQLHealth: Sendable, Equatable {
    /// Sessions that are open.
    package var sessions: Int
    /// Sessions that somebody has for himself, or that are shared by somebody.
    package var used: Int
    /// Callers that wait for a session.
    package var waiting: Int
    /// Why the last attempt to connect failed; nil since one succeeded.
    package var lastFailure: PostgreSQLError?
}

/// What a database says of itself.
package struct PostgreSQLVitals: Sendable, Equatable {
    /// For example `15.18`.
    package var version: String
    /// Whether it only repeats what another one does, and so takes no writes.
    package var isStandby: Bool
    /// Whether what is sent to it is encrypted.
    package var isEncrypted: Bool
}

extension PostgreSQLPool {
    /// How the sessions are; asks nobody.
    package var health: PostgreSQLHealth {
        state.withLock { state in
            PostgreSQLHealth(
                sessions: state.members.count,
                used: state.members.filter { $0.isTaken || $0.sharers > 0 }.count,
                waiting: state.waiters.count,
                lastFailure: state.lastFailure
            )
        }
    }

    /// Asks the database whether it is there.
    ///
    /// - Parameter limit: How long the answer may take, besides the waiting for a session.
    /// - Throws: ``PostgreSQLError``, or `CancellationError` if the task was cancelled.
    package func check(within limit: Duration = .seconds(2)) async throws -> PostgreSQLVitals {
        let row = try await read(
            """
            SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
            coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted
            """,
            within: limit
        ).first
        guard let row else { throw PostgreSQLError(.unexpectedResult, "the database did not say what it is") }
        return PostgreSQLVitals(
            version: try row.value("version"),
            isStandby: try row.value("standby"),
            isEncrypted: try row.value("encrypted")
        )
    }

    /// Ends all sessions at once, without waiting. What is under way fails.
    package func closeAll() {
        let (waiters, members, openings) = state.withLock { state in
            state.isShutDown = true
            return (state.waiters.removeAll(), state.members.map(\.session), state.openings.values.compactMap(\.self))
        }
        for waiter in waiters {
            waiter.continuation.resume(
                throwing: PostgreSQLError(.refused, "the sessions with the database are shut down")
            )
        }
        for opening in openings { opening.cancel() }
        for session in members { session.close() }
    }

    /// Ends all sessions. Nobody gets one any more; what is under way may be finished within this time, and is cancelled
    /// after it. When this returns nothing of the pool is left, at the latest after `limit` and the settings' grace for
    /// cancelled statements.
    package func shutDown(within limit: Duration) async {
        let (waiters, members, openings, promise) = state.withLock { state in
            state.isShutDown = true
            let promise = eventLoops.any().makePromise(of: Void.self)
            state.idleObservers.append(promise)
            return (
                state.waiters.removeAll(), state.members.map(\.session), state.openings.values.compactMap(\.self),
                promise
            )
        }
        for waiter in waiters {
            waiter.continuation.resume(
                throwing: PostgreSQLError(.refused, "the sessions with the database are shut down")
            )
        }
        for opening in openings { opening.cancel() }
        for promise in state.withLock({ $0.takeObserversIfIdle() }) { promise.succeed() }
        await end(promise, within: limit)
        let late = eventLoops.any().makePromise(of: Void.self)
        for session in members { session.perform { $0.bringAllToEnd() } }
        state.withLock { $0.idleObservers.append(late) }
        for promise in state.withLock({ $0.takeObserversIfIdle() }) { promise.succeed() }
        await end(late, within: settings.cancelGrace)
        for session in members {
            await session.end(PostgreSQLError(.refused, "the sessions with the database are shut down"))
        }
        for opening in openings { await opening.value }
    }

    /// Waits for a promise, at most for this time. A promise that is kept twice is kept once.
    private func end(_ promise: EventLoopPromise<Void>, within limit: Duration) async {
        let timer = eventLoops.any().scheduleTask(in: TimeAmount(limit)) { promise.succeed() }
        // It is only ever kept.
        try? await promise.futureResult.get()
        timer.cancel()
        state.withLock { $0.idleObservers.removeAll { $0.futureResult === promise.futureResult } }
    }
}
