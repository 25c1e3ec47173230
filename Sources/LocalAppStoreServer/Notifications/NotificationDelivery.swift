public import Foundation
import Locking

/// Delivers server notifications (version 2) in order, and again where the receiver failed.
///
/// Nothing is sent by itself: ``deliverPending()`` sends what is due by the store's clock and returns when that is done,
/// so a test or a script knows when the receiver has heard of everything. ``LocalStoreServer`` calls it after every
/// change of the store.
///
/// With a log, every notification that is added is delivered at least once, whatever kills the process in between.
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
        self.init(content, log: nil, transport: transport, now: now, eventCount: { 0 })
    }

    /// A delivery that goes on where a log ends.
    init(
        _ content: NotificationLog.Content,
        log: NotificationLog?,
        transport: any NotificationTransport,
        now: @escaping @Sendable () -> Date,
        eventCount: @escaping @Sendable () -> Int
    ) {
        state = Locked(State(outbox: content.outbox, destination: content.destination, log: log))
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
            let count = eventCount()
            state.withLock { state in
                guard state.destination != newValue else { return }
                state.destination = newValue
                state.write { log throws(StoreServerError) in try log.destined(newValue, lastEvent: count) }
            }
        }
    }

    /// Notifications that wait for an attempt, oldest first.
    public var waiting: [OutgoingNotification] { state.withLock { $0.outbox.waiting } }

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
        await turnstile.enter()
        var sent: [OutgoingNotification] = []
        while !Task.isCancelled, let (notification, url) = next() {
            let result = await transport.post(notification.body, to: url)
            if let after = record(result, of: notification.id) { sent.append(after) }
        }
        await turnstile.leave()
        return sent
    }

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
