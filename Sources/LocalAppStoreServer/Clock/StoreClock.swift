public import Foundation
public import LocalAppStore
import Locking

/// A store's clock: it stands, or runs as fast as real time does.
///
/// How fast subscriptions renew is not the clock's business: `StoreSettings.timeRate` makes a month five minutes long, as
/// Apple's sandbox does, on a clock that runs like any other. A clock that stands moves by command only.
///
/// Store time is real time and an offset. Moving the clock forward makes the offset larger. The offset is kept in a file,
/// so that after a restart, or a SIGKILL, everything that fell due meanwhile happens at its own moment.
///
/// While the process lives, real time is what has passed, whatever the machine's clock is set to. That clock counts only
/// for the time in which no process ran. A pause or a resumption that cannot be written down did not happen.
public final class StoreClock: Sendable {
    /// The store whose clock it is.
    public let store: LocalAppStore
    let realTime: RealTime
    let file: ClockFile?
    let state: Locked<ClockState>

    /// A clock that stands, or runs if the file says so.
    ///
    /// - Parameters:
    ///   - store: The store whose clock it is.
    ///   - realTime: The time it follows when it runs.
    ///   - file: Where to remember whether it runs; nil for nowhere.
    /// - Throws: `fileDamaged`
    public init(store: LocalAppStore, realTime: RealTime, file: URL? = nil) throws(StoreServerError) {
        self.store = store
        self.realTime = realTime
        self.file = file.map(ClockFile.init(url:))
        let written = try self.file?.load()
        // A machine's clock that was set back meanwhile does not hold the store up.
        let ahead = store.now.timeIntervalSince(realTime.steadyNow())
        state = Locked(ClockState(offset: written.map { max($0 + realTime.lead, ahead) }, written: written))
    }

    /// A clock that stands for good, as far as nobody resumes it; nothing is written down.
    init(standing store: LocalAppStore, realTime: RealTime) {
        self.store = store
        self.realTime = realTime
        file = nil
        state = Locked(ClockState())
    }

    /// Whether it runs.
    public var isRunning: Bool { state.withLock { $0.offset } != nil }

    /// What time it is in the store, also between two moments at which the store did something. On a long way, and while
    /// the store catches up, that is how far it has come.
    public var now: Date {
        let stored = store.now
        let (offset, isOnTheWay) = state.withLock { ($0.offset, $0.isBehind || $0.isTravelling) }
        guard let offset, !isOnTheWay else { return stored }
        return max(stored, realTime.steadyNow().addingTimeInterval(offset))
    }

    /// Until when everything should have happened.
    var dueDate: Date {
        let stored = store.now
        let (offset, owed) = state.withLock { ($0.offset, $0.owedUntil) }
        guard let offset else { return max(stored, owed ?? stored) }
        return max(stored, realTime.steadyNow().addingTimeInterval(offset))
    }

    /// Lets the clock run from the store's time on.
    ///
    /// - Throws: `fileUnusable`
    public func resume() throws(StoreServerError) {
        guard !isRunning else { return }
        try go(with: offset(from: store.now))
    }

    /// Stops the clock, after everything that is due.
    ///
    /// - Throws: What ``catchUp()`` throws; `fileUnusable`
    public func pause() throws {
        try catchUp()
        try stop()
    }

    /// Stops the clock at the time it is. What fell due until then is done by whoever drives the clock, if it takes long.
    ///
    /// - Throws: `journalFailed`; `fileUnusable`
    package func pauseSoon() throws {
        try keepUp()
        let (due, isBehind) = (dueDate, state.withLock { $0.isBehind })
        try stop()
        if isBehind { state.withLock { ($0.owedUntil, $0.isBehind) = (due, true) } }
    }

    /// Stops the clock, after everything that is due, and does something besides: both happen, or neither.
    ///
    /// - Throws: What ``catchUp()`` throws, `fileUnusable`, what `body` throws; then the clock goes as before.
    func pause(and body: () throws(StoreError) -> Void) throws {
        try catchUp()
        try standing(body)
    }

    private func stop() throws(StoreServerError) { try go(with: nil) }

    /// Brings the store to the time it is, and does everything that fell due until then, each at its own moment.
    ///
    /// A clock that stands does nothing, and neither does one that is on a long way already.
    ///
    /// - Throws: `journalFailed`
    public func catchUp() throws(StoreError) {
        guard isRunning, !isTravelling else { return }
        let target = dueDate
        guard target > store.now else { return retie() }
        do {
            try store.advance(to: target)
            state.withLock { $0.isBehind = false }
        } catch {
            try retie(after: error)
        }
    }

    /// Whether something is due.
    var isOverdue: Bool {
        let isOwed = state.withLock { $0.owedUntil != nil }
        guard isRunning, let due = store.nextDueDate else { return isOwed }
        return due <= dueDate
    }

    /// Catches up if something is due.
    ///
    /// - Returns: Whether something was.
    /// - Throws: `journalFailed`
    @discardableResult
    func catchUpIfDue() throws(StoreError) -> Bool {
        guard isRunning, isOverdue else { return false }
        try catchUp()
        return true
    }

    /// Moves the clock forward, and does everything that falls due on the way.
    ///
    /// - Throws: `clockBackwards`, `journalFailed`; `fileUnusable`, and then it has not moved.
    public func advance(to date: Date) throws {
        try checkFile()
        try catchUp()
        try store.advance(to: date)
        goOn()
    }

    /// Moves the clock forward by so many seconds.
    ///
    /// - Throws: `clockBackwards`, `journalFailed`; `fileUnusable`, and then it has not moved.
    public func advance(by seconds: TimeInterval) throws {
        try checkFile()
        try catchUp()
        try store.advance(by: seconds)
        goOn()
    }

    /// Puts a snapshot in the place of the store's state, its time included; a clock that runs goes on from there.
    ///
    /// - Throws: What `LocalAppStore.restore(snapshot:)` throws, `clockMoving` if the clock is on a long way, `fileUnusable`;
    ///   then nothing has changed.
    public func restore(snapshot: Data) throws {
        try replaceState { () throws(StoreError) in try store.restore(snapshot: snapshot) }
    }

    /// Lets the store begin as if it were new, see `LocalAppStore.beginAnew()`; a clock that runs goes on from its first
    /// moment.
    ///
    /// - Throws: What `LocalAppStore.beginAnew()` throws, `clockMoving` if the clock is on a long way, `fileUnusable`; then
    ///   nothing has changed.
    public func beginAnew() throws {
        try replaceState { () throws(StoreError) in try store.beginAnew() }
    }

    private func replaceState(_ replace: () throws(StoreError) -> Void) throws {
        try take()
        defer { giveBack() }
        // A clock that ran meanwhile would take the restored store to the time that it was in the other state.
        if try standing(replace) {
            goOn(with: offset(from: store.now))
        } else {
            // One that was resumed meanwhile goes on.
            settle()
        }
    }

    /// Does something while the clock stands. If it fails, the clock goes on as if it had not stood.
    ///
    /// - Returns: Whether the clock ran before.
    @discardableResult
    private func standing(_ body: () throws(StoreError) -> Void) throws -> Bool {
        guard let running = state.withLock({ $0.offset }) else {
            try body()
            return false
        }
        try stop()
        do throws(StoreError) {
            try body()
        } catch {
            goOn(with: running)
            throw error
        }
        return true
    }

    // MARK: What a long way changes

    /// The long way that is under way, as far as it has come.
    var journey: ClockJourney? { state.withLock { $0.journey } }
    var isTravelling: Bool { state.withLock { $0.isTravelling } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Nothing is left to be done; a clock that runs goes on from where it is.
    func settle() {
        let offset = offset(from: store.now)
        state.withLock { state in
            (state.isBehind, state.owedUntil) = (false, nil)
            if state.offset != nil { state.offset = offset }
        }
        keepFile()
    }

    /// Somebody moved the store without asking this clock: go on from there.
    func retie() {
        let ahead = offset(from: store.now)
        state.withLock { state in
            if let old = state.offset { state.offset = max(old, ahead) }
        }
        keepFile()
    }

    /// Goes on after another thread has moved the clock; throws what is another failure.
    func retie(after error: StoreError) throws(StoreError) {
        guard error.code == .clockBackwards || error.code == .clockInterrupted else { throw error }
        retie()
    }
}
