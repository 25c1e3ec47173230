import Foundation
import LocalAppStore
import Locking

/// How a clock goes, and what its file says of it: never less than was told to whoever asked for it.
extension StoreClock {
    /// How far store time is ahead of real time if it is this moment now.
    func offset(from date: Date) -> TimeInterval { date.timeIntervalSince(realTime.steadyNow()) }

    /// Lets the clock go so from now on, if that can be written down.
    ///
    /// - Parameter offset: How far store time is ahead of real time; nil for a clock that stands.
    /// - Throws: `fileUnusable`; then the clock goes as before.
    func go(with offset: TimeInterval?) throws(StoreServerError) {
        let lead = realTime.lead
        try state.withLock { state throws(StoreServerError) in
            try state.write(offset, lead: lead, to: file)
            state.go(with: offset)
        }
    }

    /// Lets the clock go so from now on, because the store does already. What cannot be written down of that is told by
    /// ``tryWritingAgain()``, and written as soon as it can be.
    func goOn(with offset: TimeInterval) {
        let lead = realTime.lead
        state.withLock { state in
            state.go(with: offset)
            try? state.write(offset, lead: lead, to: file)
        }
    }

    /// The store was moved; a clock that runs goes on from there.
    func goOn() {
        if isRunning { goOn(with: offset(from: store.now)) }
    }

    /// Finds out before a clock that runs is moved whether that could be written down.
    ///
    /// - Throws: `fileUnusable` if it could not.
    func checkFile() throws(StoreServerError) {
        let lead = realTime.lead
        try state.withLock { state throws(StoreServerError) in
            guard let offset = state.offset else { return }
            try state.write(offset, lead: lead, to: file)
        }
    }

    /// Writes down how the clock goes, if its file says something else or could not be written.
    func keepFile() {
        let lead = realTime.lead
        state.withLock { state in
            guard file != nil, state.isUnwritten(lead: lead) else { return }
            try? state.write(state.offset, lead: lead, to: file)
        }
    }

    /// Tries to write down what could not be written.
    ///
    /// - Returns: Why it still cannot; nil if nothing is missing.
    func tryWritingAgain() -> StoreServerError? {
        keepFile()
        return state.withLock { $0.failure }
    }
}
