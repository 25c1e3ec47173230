import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import ServiceLifecycle

/// A long way of the clock in portions, one way at a time: between two portions others are served, and whoever is told to
/// can end it.
extension StoreClock {
    /// How many events one request may make unless it says another number.
    static let usualLimit = 1_000_000
    /// So many portions take no longer than a person notices.
    private static let portionsBeforeCommand = 8

    /// Moves the clock as far as it is to go, in portions.
    ///
    /// - Parameters:
    ///   - limit: How many events may happen on the way.
    ///   - betweenPortions: What is done after each portion.
    ///   - target: Where to, from where the clock stands once it has caught up.
    /// - Throws: `clockMoving` if it is on its way already; `clockBackwards`, `invalidValue`, `tooManyEvents`,
    ///   `journalFailed`; `clockCancelled` if it was told to stop, then it stands where it has come to; `fileUnusable`, and
    ///   then it has not moved.
    func travel(
        limit: Int,
        betweenPortions: () async -> Void,
        to target: () throws -> ClockTarget
    ) async throws {
        try take()
        do {
            try checkFile()
            if isRunning { try await go(to: .date(dueDate), limit: .max, betweenPortions) }
            try await go(to: try target(), limit: limit, betweenPortions)
        } catch {
            retie()
            giveBack()
            await betweenPortions()
            throw error
        }
        giveBack()
        await betweenPortions()
        goOn()
    }

    /// Does what has fallen due while nobody asked, in portions. Does nothing if the clock is on its way already.
    ///
    /// - Throws: `journalFailed`
    func catchUp(betweenPortions: () async -> Void) async throws(StoreError) {
        guard isOverdue, state.withLock({ $0.take() }) else { return }
        do {
            try await go(to: .date(dueDate), limit: .max, betweenPortions)
            settle()
        } catch {
            // Told to end, it leaves out the rest: the clock goes on from where it is. What a shutdown leaves is done after
            // the next start.
            if isCancelled { settle() }
            let isHarmless = [.clockCancelled, .clockInterrupted, .clockBackwards].contains(error.code)
            guard isHarmless else {
                giveBack()
                throw error
            }
        }
        giveBack()
        await betweenPortions()
    }

    /// Does some of what has fallen due, before a command: all of it, unless it would take long. The rest is done by
    /// whoever drives the clock, and the command happens at the moment that was reached.
    ///
    /// - Throws: `journalFailed`
    func keepUp() throws(StoreError) {
        guard isRunning, !isTravelling else { return }
        let target = dueDate
        guard target > store.now else { return retie() }
        do {
            var journey = try store.setOut(.date(target))
            for _ in 0..<Self.portionsBeforeCommand where !journey.isOver { try store.advance(&journey) }
            let isBehind = !journey.isOver
            state.withLock { $0.isBehind = isBehind }
        } catch {
            try retie(after: error)
        }
    }

    /// Ends the way that is under way, and waits until it has ended.
    func cancelJourney() async {
        await withCheckedContinuation { (over: CheckedContinuation<Void, Never>) in
            let isWaiting = state.withLock { $0.cancel(whenOver: { over.resume() }) }
            if !isWaiting { over.resume() }
        }
    }

    /// Takes the clock for a long way.
    ///
    /// - Throws: `clockMoving` if it is on one.
    func take() throws(StoreError) {
        guard state.withLock({ $0.take() }) else { throw moving }
    }

    /// Refuses what cannot be done while the clock is on a long way.
    ///
    /// - Throws: `clockMoving`
    func checkIsFree() throws(StoreError) {
        if isTravelling { throw moving }
    }

    private var moving: StoreError {
        let target = journey.map { " to \(text($0.target))" } ?? ""
        return StoreError(
            .clockMoving,
            "the clock is on its way\(target), it is \(text(store.now)) by now; wait until it is there, or stop it with "
                + "`purser store advance --stop` (DELETE clock/journey)"
        )
    }

    /// Gives the clock back.
    func giveBack() {
        for tell in state.withLock({ $0.giveBack() }) { tell() }
    }

    private func go(to target: ClockTarget, limit: Int, _ betweenPortions: () async -> Void) async throws(StoreError) {
        var journey = try store.setOut(target, limit: limit)
        while !journey.isOver {
            guard !isCancelled, !Task.isCancelled, !Task.isShuttingDownGracefully else { throw cancelled(journey) }
            try store.advance(&journey)
            let reached = journey
            state.withLock { $0.show(reached) }
            await betweenPortions()
            // Others want the thread, too.
            await Task.yield()
        }
    }

    private func cancelled(_ journey: ClockJourney) -> StoreError {
        StoreError(
            .clockCancelled,
            "the clock was stopped on its way from \(text(journey.start)) to \(text(journey.target)): it is "
                + "\(text(journey.now)) after \(journey.eventCount) events; advance again to go on"
        )
    }

    private func text(_ date: Date) -> String { RFC3339.string(from: date) }
}
