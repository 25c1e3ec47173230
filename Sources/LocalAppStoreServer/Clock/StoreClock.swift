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
public final class StoreClock: Sendable {
    /// The store whose clock it is.
    public let store: LocalAppStore
    private let realTime: RealTime
    private let file: ClockFile?
    /// How far store time is ahead of real time; nil while the clock stands.
    private let offset: Locked<TimeInterval?>

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
        offset = Locked(try self.file?.load())
    }

    /// A clock that stands for good, as far as nobody resumes it; nothing is written down.
    init(standing store: LocalAppStore, realTime: RealTime) {
        self.store = store
        self.realTime = realTime
        file = nil
        offset = Locked(nil)
    }

    /// Whether it runs.
    public var isRunning: Bool { offset.withLock { $0 } != nil }

    /// What time it is in the store, also between two moments at which the store did something.
    public var now: Date {
        let stored = store.now
        guard let offset = offset.withLock({ $0 }) else { return stored }
        return max(stored, realTime.now().addingTimeInterval(offset))
    }

    /// Lets the clock run from the store's time on.
    ///
    /// - Throws: `fileUnusable`
    public func resume() throws(StoreServerError) {
        guard !isRunning else { return }
        try tie()
    }

    /// Stops the clock, after everything that is due.
    ///
    /// - Throws: What ``catchUp()`` throws; `fileUnusable`
    public func pause() throws {
        try catchUp()
        offset.withLock { $0 = nil }
        try file?.save(nil)
    }

    /// Brings the store to the time it is, and does everything that fell due until then, each at its own moment.
    ///
    /// A clock that stands does nothing.
    ///
    /// - Throws: `journalFailed`
    public func catchUp() throws(StoreError) {
        guard isRunning else { return }
        let target = now
        guard target > store.now else { return retie() }
        do {
            try store.advance(to: target)
        } catch {
            // Another thread may have moved it further in between.
            guard error.code == .clockBackwards else { throw error }
            retie()
        }
    }

    /// Catches up if something is due.
    ///
    /// - Returns: Whether something was.
    /// - Throws: `journalFailed`
    @discardableResult
    func catchUpIfDue() throws(StoreError) -> Bool {
        guard isRunning, let due = store.nextDueDate, due <= now else { return false }
        try catchUp()
        return true
    }

    /// Moves the clock forward, and does everything that falls due on the way.
    ///
    /// - Throws: `clockBackwards`, `journalFailed`; `fileUnusable`
    public func advance(to date: Date) throws {
        try catchUp()
        try store.advance(to: date)
        if isRunning { try tie() }
    }

    /// Moves the clock forward by so many seconds.
    ///
    /// - Throws: `clockBackwards`, `journalFailed`; `fileUnusable`
    public func advance(by seconds: TimeInterval) throws {
        try catchUp()
        try store.advance(by: seconds)
        if isRunning { try tie() }
    }

    /// Puts a snapshot in the place of the store's state, its time included; a clock that runs goes on from there.
    ///
    /// - Throws: What `LocalAppStore.restore(snapshot:)` throws, then nothing has changed; `fileUnusable`
    public func restore(snapshot: Data) throws {
        // A clock that ran meanwhile would take the restored store to the time that it was in the other state.
        let running = offset.withLock { offset in
            defer { offset = nil }
            return offset
        }
        guard let running else { return try store.restore(snapshot: snapshot) }
        do {
            try file?.save(nil)
            try store.restore(snapshot: snapshot)
        } catch {
            offset.withLock { $0 = running }
            try file?.save(running)
            throw error
        }
        try tie()
    }

    private func tie() throws(StoreServerError) {
        let ahead = store.now.timeIntervalSince(realTime.now())
        offset.withLock { $0 = ahead }
        try file?.save(ahead)
    }

    /// Somebody moved the store without asking this clock: go on from there.
    private func retie() {
        let ahead = store.now.timeIntervalSince(realTime.now())
        offset.withLock { offset in
            if let old = offset { offset = max(old, ahead) }
        }
    }
}
