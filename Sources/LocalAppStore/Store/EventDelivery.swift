import Foundation

/// Who tells the observers of a store what happened, and how far they have heard.
///
/// One thread delivers at a time, and nothing is locked while it calls observers. Another one waits until its own events
/// have been heard. Calls that an observer makes, on its thread or in tasks that it begins, do not wait: what they did is
/// heard after the event that the observer is just told.
// Sendable is safe: `state` is read and written only between `lock` and `unlock` of `condition`.
final class EventDelivery: @unchecked Sendable {
    private struct State {
        var isUnderWay = false
        /// The number of the delivery that is under way, or of the last one.
        var number = 0
        /// The last event that every observer has heard.
        var heard = 0
    }

    /// In which deliveries of which stores this thread or task is called.
    @TaskLocal private static var callers: [ObjectIdentifier: Int] = [:]

    private let condition = NSCondition()
    private var state = State()

    /// Begins to deliver, if that is for the caller to do; returns when all until `last` was heard, or is about to be.
    ///
    /// - Parameter last: The number of the last event that somebody has to hear of.
    /// - Returns: The number of the delivery, which the caller must end; nil if there is nothing to do.
    func begin(upTo last: Int) -> Int? {
        condition.lock()
        defer { condition.unlock() }
        guard !isCalledByObserver else { return nil }
        while state.isUnderWay, state.heard < last { condition.wait() }
        guard state.heard < last else { return nil }
        return take()
    }

    /// Calls observers, with nothing locked.
    func run(_ number: Int, _ body: () -> Void) {
        var callers = Self.callers
        callers[ObjectIdentifier(self)] = number
        Self.$callers.withValue(callers, operation: body)
    }

    /// Every observer has heard of this event.
    func note(heard: Int) {
        condition.lock()
        defer { condition.unlock() }
        state.heard = max(state.heard, heard)
        condition.broadcast()
    }

    /// Ends a delivery: nothing until `heard` is left to tell.
    func end(heard: Int) {
        condition.lock()
        defer { condition.unlock() }
        state.heard = max(state.heard, heard)
        state.isUnderWay = false
        condition.broadcast()
    }

    /// Runs `body`, which calls no observer, while nobody delivers; nil if an observer calls this, as it is in the middle of a
    /// delivery.
    func pausing<Result>(_ body: () -> Result) -> Result? {
        condition.lock()
        guard !isCalledByObserver else {
            condition.unlock()
            return nil
        }
        while state.isUnderWay { condition.wait() }
        _ = take()
        let heard = state.heard
        condition.unlock()
        defer { end(heard: heard) }
        return body()
    }

    private func take() -> Int {
        state.isUnderWay = true
        state.number += 1
        return state.number
    }

    private var isCalledByObserver: Bool {
        state.isUnderWay && Self.callers[ObjectIdentifier(self)] == state.number
    }
}
