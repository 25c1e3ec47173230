public import Foundation
import LocalAppStore
import Locking

/// Delivers server notifications (version 2) in order, and again where the receiver failed.
///
/// Nothing is sent by itself: ``deliverPending()`` sends what is due by the store's clock and returns when that is done,
/// so a test or a script knows when the receiver has heard of everything. ``LocalStoreServer`` calls it after every
/// change of the store.
///
/// With a log, every notification that is added is delivered at least once, whatever kills the process in between.
/// After a kill the notifications of events that have none yet are made first, oldest event first.
public final class NotificationDelivery: Sendable {
    private struct State: Sendable {
        var outbox: NotificationOutbox
        var destination: URL?
        var log: NotificationLog?
        var failure: StoreServerError?

        /// Writes to the log, if there is one; a failure is kept for ``NotificationDelivery/check()``.
        mutating func write(_ body: (NotificationLog) throws(StoreServerError) -> Void) {
            guard let log, failure == nil else { return }
            do {
                try body(log)
            } catch {
                failure = error
            }
        }
    }

    private let state: Locked<State>
    private let transport: any NotificationTransport
    private let now: @Sendable () -> Date
    private let eventCount: @Sendable () -> Int
    private let backlog: NotificationBacklog
    private let turnstile = Turnstile()

    /// A delivery without notifications, that remembers them while the process lives.
    ///
    /// - Parameters:
    ///   - schedule: When to try again.
    ///   - transport: Carries the bodies.
    ///   - now: The store's clock.
    public convenience init(
        schedule: NotificationRetrySchedule,
        transport: any NotificationTransport,
        now: @escaping @Sendable () -> Date
    ) {
        let content = NotificationLog.Content(outbox: NotificationOutbox(schedule: schedule))
        self.init(
            content,
            log: nil,
            backlog: NotificationBacklog { _ in nil },
            transport: transport,
            now: now,
            eventCount: { 0 }
        )
    }

    /// A delivery that goes on where a log ends.
    init(
        _ content: NotificationLog.Content,
        log: NotificationLog?,
        backlog: NotificationBacklog,
        transport: any NotificationTransport,
        now: @escaping @Sendable () -> Date,
        eventCount: @escaping @Sendable () -> Int
    ) {
        state = Locked(State(outbox: content.outbox, destination: content.destination, log: log))
        self.backlog = backlog
        self.transport = transport
        self.now = now
        self.eventCount = eventCount
    }

    /// Where notifications go; nil for nowhere, and then events make none.
    ///
    /// As with the App Store, a notification goes to the address that is set when it is sent.
    public var destination: URL? {
        get { state.withLock { $0.destination } }
        set {
            // After a kill nothing would tell the events that still wait for their notification from those that happen
            // while there is no address and make none.
            if newValue == nil { while publishNext() {} }
            let count = backlog.lastSettled(of: eventCount())
            state.withLock { state in
                guard state.destination != newValue else { return }
                state.destination = newValue
                state.write { log throws(StoreServerError) in try log.destined(newValue, lastEvent: count) }
            }
        }
    }

    /// Notifications that wait for an attempt, oldest first.
    public var waiting: [OutgoingNotification] { state.withLock { $0.outbox.waiting } }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.outbox.waitingCount } }

    /// The last notifications that were delivered or given up, oldest first.
    public var finished: [OutgoingNotification] { state.withLock { $0.outbox.finished } }

    /// Whether an attempt is due.
    var isDue: Bool { next() != nil }

    /// Throws if what happened could not be written to the log.
    func check() throws(StoreServerError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Takes a notification for delivery; one with the identifier of one that is here already is dropped.
    public func add(_ notification: OutgoingNotification) {
        state.withLock { state in
            guard state.outbox.add(notification) else { return }
            state.write { log throws(StoreServerError) in try log.added(notification) }
        }
    }

    /// Sends everything that is due by the store's clock, one after the other, and returns when that is done.
    ///
    /// Callers that come meanwhile wait for their turn. If the task is cancelled, the attempt under way is finished and
    /// the others stay due. Without a ``destination`` nothing is sent.
    ///
    /// - Returns: Every attempt that was made, in order: the notification as it was after it.
    @discardableResult
    public func deliverPending() async -> [OutgoingNotification] {
        while !Task.isCancelled, publishNext() { await Task.yield() }
        return await deliverPublished()
    }

    /// Like ``deliverPending()``, but of events that have no notification yet none is sent.
    @discardableResult
    func deliverPublished() async -> [OutgoingNotification] {
        await turnstile.enter()
        var sent: [OutgoingNotification] = []
        while !Task.isCancelled, let (notification, url) = next() {
            let result = await transport.post(notification.body, to: url)
            if let after = record(result, of: notification.id) { sent.append(after) }
        }
        await turnstile.leave()
        return sent
    }

    // MARK: Events

    /// Whether every event that is to have a notification has it, written down if there is a log: then the store may
    /// forget the events.
    var hasPublishedAll: Bool { backlog.isEmpty && state.withLock { $0.failure == nil } }

    /// Takes the notification of an event that just happened for delivery, if it makes one and there is an address for
    /// it; at once, unless events before it still wait for theirs.
    func publish(_ event: StoreEvent) {
        // Apple's server makes no notifications for an app that has no address for them.
        guard event.notification != nil, destination != nil else { return }
        if backlog.add(event) { publishNext() }
    }

    /// Takes the notification of the oldest event that has none yet for delivery.
    ///
    /// Harmless when the process is killed in between: the same event makes a notification with the same identifier.
    ///
    /// - Returns: False if there is no such event.
    @discardableResult
    func publishNext() -> Bool { backlog.takeNext { add($0) } }

    /// Takes the notifications of all events for delivery, before something forgets the events or what they are about.
    func publishAll() async {
        // Others want the thread, too: there may be tens of thousands.
        while publishNext() { await Task.yield() }
    }

    // MARK: Attempts

    private func next() -> (OutgoingNotification, URL)? {
        let moment = now()
        return state.withLock { state in
            guard let url = state.destination, let notification = state.outbox.next(at: moment) else { return nil }
            return (notification, url)
        }
    }

    private func record(_ result: NotificationSendResult, of id: String) -> OutgoingNotification? {
        state.withLock { state in
            state.write { log throws(StoreServerError) in try log.attempted(id, result) }
            return state.outbox.record(result, of: id)
        }
    }
}
