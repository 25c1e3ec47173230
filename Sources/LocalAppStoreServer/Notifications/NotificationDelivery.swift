public import AppStoreModels
public import Foundation
import LocalAppStore
import Locking
import ServiceLifecycle

/// Delivers server notifications of both versions in order, and again where the receiver failed; past a slow one.
///
/// Nothing is sent by itself: ``deliverPending()`` sends what is due by the store's clock and returns when that is done,
/// so a test or a script knows when the receiver has heard of everything. ``LocalStoreServer`` calls it after every
/// change of the store.
///
/// With a log, every notification that is added is delivered at least once, whatever kills the process in between.
/// After a kill the notifications of events that have none yet are made first, oldest event first.
public final class NotificationDelivery: Sendable {
    let state: Locked<NotificationDeliveryState>
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    private let eventCount: @Sendable () -> Int
    /// Waits so many seconds of real time.
    let sleep: @Sendable (TimeInterval) async throws -> Void
    private let backlog: NotificationBacklog
    /// The app's shared secret, which notifications of version 1 tell.
    let password: String?
    private let turnstile = Turnstile()

    /// A delivery without notifications, that remembers them while the process lives.
    ///
    /// - Parameters:
    ///   - schedule: When to try again.
    ///   - transport: Carries the bodies.
    ///   - now: The store's clock.
    public convenience init(
        schedule: NotificationRetrySchedule,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date
    ) {
        let content = NotificationLog.Content(outbox: NotificationOutbox(schedule: schedule))
        self.init(
            content,
            log: nil,
            backlog: NotificationBacklog { _, _ in [] },
            transport: transport,
            now: now,
            eventCount: { 0 },
            sleep: RealTime.system.sleep
        )
    }

    /// A delivery that goes on where a log ends.
    init(
        _ content: NotificationLog.Content,
        log: NotificationLog?,
        backlog: NotificationBacklog,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date,
        eventCount: @escaping @Sendable () -> Int,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        password: String? = nil
    ) {
        state = Locked(
            NotificationDeliveryState(
                outbox: content.outbox,
                addresses: NotificationAddresses(two: content.destination, one: content.versionOneDestination),
                log: log
            )
        )
        self.password = password
        self.backlog = backlog
        self.transport = transport
        self.now = now
        self.eventCount = eventCount
        self.sleep = sleep
    }

    /// Where notifications of version 2 go; nil for nowhere, and then events make none.
    ///
    /// As with the App Store, a notification goes to the address that is set when it is sent. Where an address cannot be
    /// written down it counts all the same, and is written down as soon as that is possible; a server's `/health` tells.
    public var destination: URL? {
        get { state.withLock { $0.addresses.two } }
        set { insist(on: { $0.two = newValue }) }
    }

    /// Where notifications of version 1 go, beside those of version 2; nil for nowhere.
    public var versionOneDestination: URL? {
        get { state.withLock { $0.addresses.one } }
        set { insist(on: { $0.one = newValue }) }
    }

    /// Whether there is an address for any.
    var hasDestination: Bool { state.withLock { !$0.addresses.versions.isEmpty } }

    /// Lets notifications go elsewhere, whether that can be written down or not.
    private func insist(on change: (inout NotificationAddresses) -> Void) {
        do {
            try redirect(change)
        } catch {
            state.withLock { state in
                change(&state.addresses)
                state.miss(error)
            }
        }
    }

    /// Lets notifications go elsewhere, if that can be written down.
    ///
    /// - Throws: `fileUnusable`; then they go where they went.
    func redirect(_ change: (inout NotificationAddresses) -> Void) throws(StoreServerError) {
        // After a kill nothing would tell the events that still wait for their notification from those that happen
        // while there is no address and make none.
        let before = state.withLock(\.addresses)
        var after = before
        change(&after)
        if !before.versions.isSubset(of: after.versions) { while publishNext() {} }
        let count = backlog.lastSettled(of: eventCount())
        try state.withLock { state throws(StoreServerError) in
            var addresses = state.addresses
            change(&addresses)
            guard addresses != state.addresses else { return }
            try state.writeFirst { log throws(StoreServerError) in
                try log.destined(addresses.two, versionOne: addresses.one, lastEvent: count)
            }
            state.addresses = addresses
            state.shortenLog()
        }
    }

    /// Notifications that wait for an attempt, oldest first.
    public var waiting: [OutgoingNotification] { state.withLock { $0.outbox.waiting } }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.outbox.waitingCount } }

    /// The last notifications that were delivered or given up, oldest first.
    public var finished: [OutgoingNotification] { state.withLock { $0.outbox.finished } }

    /// Whether an attempt is due.
    var isDue: Bool {
        let moment = now()
        return state.withLock { state in
            state.outbox.next(at: moment) { state.addresses.address(of: $0) != nil } != nil
        }
    }

    /// Throws if what happened is not in the log; tries again first, less and less often, as a try may write megabytes
    /// before it fails.
    ///
    /// - Throws: `fileUnusable`
    func check() throws(StoreServerError) {
        try state.withLock { state throws(StoreServerError) in
            guard let failure = state.failure else { return }
            state.looks += 1
            guard state.looks & (state.looks - 1) == 0 || state.looks.isMultiple(of: 64) else { throw failure }
            try state.mendLog()
        }
    }

    /// Tries to write down what could not be written.
    ///
    /// - Returns: Why it still cannot; nil if nothing is missing.
    func tryWritingAgain() -> StoreServerError? {
        state.withLock { state in
            try? state.mendLog()
            return state.failure
        }
    }

    /// Takes a notification for delivery; one with the identifier of one that is here already is dropped.
    public func add(_ notification: OutgoingNotification) {
        add([notification])
    }

    /// Takes a notification that somebody asks for, if it can be written down.
    ///
    /// - Throws: `fileUnusable`; then it is not here.
    func addWritten(_ notification: OutgoingNotification) throws(StoreServerError) {
        try state.withLock { state throws(StoreServerError) in
            try state.writeFirst { log throws(StoreServerError) in try log.added(notification) }
            state.outbox.add(notification)
            state.shortenLog()
        }
    }

    private func add(_ notifications: [OutgoingNotification]) {
        state.withLock { state in
            let taken = notifications.filter { state.outbox.add($0) }
            guard !taken.isEmpty else { return }
            state.write { log throws(StoreServerError) in try log.added(taken) }
            state.shortenLog()
        }
    }

    /// Sends everything that is due by the store's clock, and returns when that is done.
    ///
    /// Attempts begin in order. Each waits for the one before to the same address, but not for long: a slow one is
    /// overtaken, and at most eight are under way at once to each address. Callers that come meanwhile wait for their
    /// turn. If the task is cancelled, or the server shuts down, attempts under way are given up, and what has no result
    /// stays due. Without a ``destination`` nothing is sent.
    ///
    /// - Returns: Every attempt that was made, in the order in which they ended: the notification as it was after it.
    @discardableResult
    public func deliverPending() async -> [OutgoingNotification] {
        while !Task.isCancelled, publishNext() { await Task.yield() }
        return await deliverPublished()
    }

    /// Like ``deliverPending()``, but of events that have no notification yet none is sent.
    @discardableResult
    func deliverPublished() async -> [OutgoingNotification] {
        await turnstile.enter()
        let sent = await cancelWhenGracefulShutdown { await self.makeDueAttempts() }
        await turnstile.leave()
        return sent
    }

    // MARK: Events

    /// Whether every event that is to have a notification has it, written down if there is a log: then the store may
    /// forget the events.
    var hasPublishedAll: Bool { backlog.isEmpty && state.withLock { $0.failure == nil } }

    /// Sees to it that the store may forget its events: that the notifications of the first `eventCount` are on the disk.
    ///
    /// - Throws: `snapshotFailed` if there is one that is not; then the events are needed.
    func settle(upTo eventCount: Int) throws(StoreError) {
        guard backlog.lastSettled(of: eventCount) >= eventCount else {
            throw StoreError(.snapshotFailed, "notifications of its events are still being made; try again in a moment")
        }
        let failure = state.withLock { state in
            state.write { log throws(StoreServerError) in try log.flush() }
            return state.failure
        }
        if let failure {
            throw StoreError(.snapshotFailed, "notifications of its events cannot be written down: \(failure)")
        }
    }

    /// Takes the notification of an event that just happened for delivery, if it makes one and there is an address for
    /// it; at once, unless events before it still wait for theirs.
    ///
    /// - Parameter isLater: Whether somebody calls ``publishNext()`` soon, so that nobody need wait here.
    func publish(_ event: StoreEvent, isLater: Bool = false) {
        // Apple's server makes no notifications for an app that has no address for them.
        guard event.notification != nil, hasDestination else { return }
        guard backlog.add(event), !isLater else { return }
        // Who tells of events waits for nobody here; see there.
        backlog.takeNext(in: state.withLock(\.addresses.versions), waits: false) { add($0) }
    }

    /// Takes the notification of the oldest event that has none yet for delivery.
    ///
    /// Harmless when the process is killed in between: the same event makes a notification with the same identifier.
    ///
    /// - Returns: False if there is no such event.
    @discardableResult
    func publishNext() -> Bool { backlog.takeNext(in: state.withLock(\.addresses.versions)) { add($0) } }

    /// Takes the notifications of all events for delivery, before something forgets the events or what they are about.
    func publishAll() async {
        // Others want the thread, too: there may be tens of thousands.
        while publishNext() { await Task.yield() }
    }

    /// How many were given up because too much waited.
    var crowdedOutCount: Int { state.withLock { $0.outbox.crowdedOutCount } }

    /// How many bytes the log has; 0 without one.
    var logLength: Int { state.withLock { $0.log?.length ?? 0 } }

    /// Makes the log as short as it can be, in portions, between which deliveries go on.
    ///
    /// - Parameter onlyIfBegun: Whether only what was begun is brought to its end.
    func compactLog(onlyIfBegun: Bool = false) async {
        if onlyIfBegun, !state.withLock({ $0.log?.isBeingShortened ?? false }) { return }
        while !state.withLock({ state in
            state.log?.shorten(
                to: state.outbox,
                state.addresses.two,
                versionOne: state.addresses.one,
                pieces: 64,
                isWanted: true
            ) ?? true
        }) {
            await Task.yield()
        }
    }

    /// Sends what is due if so much waits that the oldest would soon have to be given up.
    func makeRoom(while isWanted: () -> Bool) async {
        while isWanted(), state.withLock({ $0.outbox.isCrowded }), isDue, !(await deliverPublished().isEmpty) {}
    }
}
