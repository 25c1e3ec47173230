import Locking
import NIOCore

extension PostgreSQLPool {
    /// A session, as soon as there is one.
    ///
    /// - Parameter alone: Whether nobody else is to use it meanwhile.
    func session(alone: Bool) async throws -> PostgreSQLSession {
        let taken = try state.withLock { state throws(PostgreSQLError) -> PostgreSQLSession? in
            guard !state.isShutDown else { throw Self.isShutDown }
            // Whoever waits already goes first.
            return state.waiters.isEmpty ? state.take(alone: alone) : nil
        }
        openMore()
        if let taken { return taken }
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(number, alone, $0) }
        } onCancel: {
            giveUp(number) { _ in CancellationError() }
        }
    }

    private static let isShutDown = PostgreSQLError(.refused, "the sessions with the database are shut down")

    private func wait(
        _ number: UInt64,
        _ alone: Bool,
        _ continuation: CheckedContinuation<PostgreSQLSession, any Error>
    ) {
        let refusal = state.withLock { state -> PostgreSQLError? in
            if state.isShutDown { return Self.isShutDown }
            // Nobody mends a wrong password by waiting.
            if state.members.isEmpty, state.isPausing, let failure = state.lastFailure, failure.isLasting {
                return failure
            }
            state.waiters.append(PoolState.Waiter(number: number, alone: alone, continuation: continuation))
            return nil
        }
        if let refusal { return continuation.resume(throwing: refusal) }
        let (limit, place) = (settings.waitDeadline, "\(settings)")
        eventLoops.any().scheduleTask(in: TimeAmount(limit)) { [weak self] in
            self?.giveUp(number) { state in
                guard !state.members.isEmpty else {
                    // Where none came about yet, more of them would be of no use.
                    let reason = "no connection to \(place) came about within \(limit)"
                    return state.lastFailure ?? PostgreSQLError(.cannotConnect, reason)
                }
                let reason = "none of \(state.members.count) sessions became free within \(limit)"
                return PostgreSQLError(.poolExhausted, reason)
            }
        }
        // A task that was cancelled before it waited is not told again.
        if Task.isCancelled { giveUp(number) { _ in CancellationError() } }
        serve()
        openMore()
    }

    /// Ends the waiting of one.
    private func giveUp(_ number: UInt64, _ error: (PoolState) -> any Error) {
        let ended = state.withLock { state -> (PoolState.Waiter, any Error)? in
            let error = error(state)
            return state.waiters.removeAll { $0.number == number }.first.map { ($0, error) }
        }
        if let (waiter, error) = ended { waiter.continuation.resume(throwing: error) }
    }

    func give(back session: PostgreSQLSession, alone: Bool) {
        let observers = state.withLock { state in
            state.give(back: session, alone: alone)
            return state.takeObserversIfIdle()
        }
        for observer in observers { observer.succeed() }
        serve()
    }

    /// Gives sessions to those who wait for one.
    private func serve() {
        for (waiter, session) in state.withLock({ $0.serve() }) { waiter.continuation.resume(returning: session) }
    }

    /// Opens sessions as long as more are wanted.
    private func openMore() {
        while open() {}
    }

    private func open() -> Bool {
        let number = state.withLock { state -> UInt64? in
            guard state.wantsMore(limit: settings.maximumSessions, depth: settings.sharedDepth) else { return nil }
            state.nextOpening += 1
            state.openings[state.nextOpening] = .some(nil)
            return state.nextOpening
        }
        guard let number else { return false }
        // It belongs to the pool and not to whoever was first to need it; it ends by the deadline of connecting, or when all
        // sessions are ended.
        // On threads of its own: whoever waits for a session may hold one of those that all tasks share.
        let task = Task(executorPreference: WaitingTask.executor) { [self] in
            let eventLoop = eventLoops.next()
            do {
                let place = Locked<PostgreSQLSession?>(nil)
                let session = try await PostgreSQLSession.open(
                    settings,
                    on: eventLoop,
                    onClose: { [weak self] _ in
                        // If it is closed before it is in its place, that is found out when it is put among the others.
                        let session = place.withLock { session in
                            // The session has this, so this must let go of it.
                            defer { session = nil }
                            return session
                        }
                        if let session { self?.isClosed(session) }
                    }
                )
                place.withLock { $0 = session }
                isOpen(session, number)
            } catch {
                hasFailedToOpen(error as? PostgreSQLError ?? PostgreSQLError(.cannotConnect, "\(error)"), number)
            }
        }
        let isTooLate = state.withLock { state in
            if state.openings[number] != nil { state.openings[number] = task }
            return state.isShutDown
        }
        if isTooLate { task.cancel() }
        return true
    }

    private func isOpen(_ session: PostgreSQLSession, _ number: UInt64) {
        let isWanted = state.withLock { state in
            state.openings[number] = nil
            state.failures = 0
            state.lastFailure = nil
            guard !state.isShutDown else { return false }
            state.members.append(PoolState.Member(session: session))
            return true
        }
        guard isWanted else { return session.close() }
        // It may have been closed before it was in the list.
        session.perform { [weak self] session in
            if !session.isOpen { self?.isClosed(session) }
        }
        serve()
        openMore()
    }

    /// A session is no more; those who use it are told by it.
    private func isClosed(_ session: PostgreSQLSession) {
        let observers = state.withLock { state in
            state.members.removeAll { $0.session === session }
            return state.takeObserversIfIdle()
        }
        for observer in observers { observer.succeed() }
        openMore()
    }

    private func hasFailedToOpen(_ error: PostgreSQLError, _ number: UInt64) {
        let (refused, pause) = state.withLock { state -> ([PoolState.Waiter], Duration?) in
            state.openings[number] = nil
            state.failures += 1
            state.lastFailure = error
            let isAlone = state.members.isEmpty && state.opening == 0
            let refused = error.isLasting && isAlone ? state.waiters.removeAll() : []
            // Several that were opened at once fail at once; one pause is enough.
            guard !state.isPausing else { return (refused, nil) }
            state.isPausing = true
            return (refused, self.pause(afterFailures: state.failures))
        }
        for waiter in refused { waiter.continuation.resume(throwing: error) }
        guard let pause else { return }
        eventLoops.any().scheduleTask(in: TimeAmount(pause)) { [weak self] in
            self?.state.withLock { $0.isPausing = false }
            self?.openMore()
        }
    }
}

extension PoolState {
    /// Those who wait until nobody uses a session, if so it is.
    mutating func takeObserversIfIdle() -> [EventLoopPromise<Void>] {
        guard isIdle else { return [] }
        defer { idleObservers = [] }
        return idleObservers
    }
}
