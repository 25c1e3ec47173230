public import Foundation
import Locking
import StoreConfiguration

extension LocalAppStore {
    /// Everything the store knows, as bytes, see `StoreEngine.snapshot()`. Keys are not in it.
    ///
    /// - Throws: `snapshotFailed`
    public func snapshot() throws(StoreError) -> Data { try engine.snapshot() }

    /// Puts the state of a snapshot in the place of this one: purchases, settings, and the clock.
    ///
    /// Events are numbered on, so that nobody takes a new one for an old one: the next event is `stateRestored`. What the
    /// snapshot did not know is gone, also from the disk. Identifiers continue where the snapshot's store was.
    ///
    /// - Parameter snapshot: Of this store or of another one of the same app.
    /// - Throws: `snapshotDamaged`, `snapshotOfAnotherApp`, `snapshotFailed`, `journalFailed`
    public func restore(snapshot: Data) throws(StoreError) {
        let state = try StoreEngine(snapshot: snapshot, configuration: configuration, app: app)
        try state.checkCountsFromElsewhere()
        defer { deliver() }
        try core.withLock { core throws(StoreError) in try core.restore(state) }
    }

    /// Begins as if the store were new: no customers, no purchases, no faults, the first time and the catalogue's settings.
    ///
    /// Keys, and how fast subscriptions renew, stay. Identifiers begin anew, so that the same commands give the same data
    /// again; events are numbered on, and the next is `stateRestored`.
    ///
    /// - Throws: `snapshotFailed`, `journalFailed`; then nothing has changed.
    public func beginAnew() throws(StoreError) {
        var settings = StoreSettings(configuration.settings)
        (settings.timeRate, settings.renewalLimit) = look { ($0.settings.timeRate, $0.settings.renewalLimit) }
        let state = StoreEngine(configuration: configuration, app: app, start: start, seed: seed, settings: settings)
        defer { deliver() }
        try core.withLock { core throws(StoreError) in try core.restore(state) }
    }

    /// Puts a snapshot in the place of the events on disk, so that opening the folder need not read them again. Does nothing
    /// for a store that lives in memory.
    ///
    /// Others go on using the store while the snapshot is written. A crash at any moment loses nothing. Events from before
    /// are not replayed to observers any more, so it waits until they have heard of them; called by an observer, or while
    /// another compaction is under way, it does nothing.
    ///
    /// - Throws: `snapshotFailed`, `journalFailed`
    public func compactLog() throws(StoreError) {
        try compact({ _, _ in true })
    }

    /// Like ``compactLog()``, for who does something with the events first.
    ///
    /// - Parameter onceSettled: Is told how many events are about to be forgotten, when the snapshot is on the disk; throws if
    ///   they are still needed, and then they stay.
    /// - Throws: `snapshotFailed`, `journalFailed`, and what `onceSettled` throws.
    package func compactLog(onceSettled: (Int) throws(StoreError) -> Void) throws(StoreError) {
        try compact({ _, _ in true }, onceSettled)
    }

    /// Like ``compactLog()``, if the log is so long that reading it would be noticed.
    ///
    /// - Throws: `snapshotFailed`, `journalFailed`
    package func compactLongLog(
        onceSettled: (Int) throws(StoreError) -> Void = { _ throws(StoreError) in }
    ) throws(StoreError) {
        try compact({ log, _ in log.isLong }, onceSettled)
    }

    /// Like ``compactLog()``, if the log has as many events as this, and so many compared with what a snapshot holds that
    /// writing one pays.
    package func compactLog(
        of length: Int,
        onceSettled: (Int) throws(StoreError) -> Void = { _ throws(StoreError) in }
    ) throws(StoreError) {
        try compact({ log, engine in log.eventCount >= max(length, engine.ledger.count / 4) }, onceSettled)
    }

    /// How many events opening the folder would read; 0 for a store that lives in memory.
    public var loggedEventCount: Int { core.withLock { $0.loggedEventCount } }

    private func compact(
        _ isWanted: (StoreLog, StoreEngine) -> Bool,
        _ settle: (Int) throws(StoreError) -> Void = { _ throws(StoreError) in }
    ) throws(StoreError) {
        guard let draft = beginCompaction(isWanted) else { return }
        let file: DiskFile
        do {
            file = try draft.write()
            try settle(draft.engine.eventCount)
        } catch {
            core.withLock { $0.cancelCompaction(draft) }
            throw error
        }
        try core.withLock { core throws(StoreError) in try core.endCompaction(draft, file) }
    }

    private func beginCompaction(_ isWanted: (StoreLog, StoreEngine) -> Bool) -> SnapshotDraft? {
        while true {
            deliver()
            switch delivery.pausing({ core.withLock { $0.beginCompaction(isWanted) } }) ?? .notNow {
            case .begun(let draft): return draft
            case .unheard: continue
            case .notNow: return nil
            }
        }
    }
}
