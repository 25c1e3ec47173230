public import Foundation
import Locking

/// Delivers server notifications (version 2) in order, and again where the receiver failed.
///
/// Nothing is sent by itself: ``deliverPending()`` sends what is due by the store's clock and returns when that is done,
/// so a test or a script knows when the receiver has heard of everything. ``LocalStoreServer`` calls it after every
/// change of the store.
public final class NotificationDelivery: Sendable {
    private struct State: Sendable {
        var outbox: NotificationOutbox
        var destination: URL?
    }

    private let state: Locked<State>
    private let transport: any NotificationTransport
    private let now: @Sendable () -> Date
    private let turnstile = Turnstile()

    /// A delivery without notifications.
    ///
    /// - Parameters:
    ///   - schedule: When to try again.
    ///   - transport: Carries the bodies.
    ///   - now: The store's clock.
    public init(
        schedule: NotificationRetrySchedule,
        transport: any NotificationTransport,
        now: @escaping @Sendable () -> Date
    ) {
        state = Locked(State(outbox: NotificationOutbox(schedule: schedule)))
        self.transport = transport
        self.now = now
    }

    /// Where notifications go; nil for nowhere, and then events make none.
    ///
    /// As with the App Store, a notification goes to the address that is set when it is sent.
    public var destination: URL? {
        get { state.withLock { $0.destination } }
        set { state.withLock { $0.destination = newValue } }
    }

    /// Notifications that wait for an attempt, oldest first.
    public var waiting: [OutgoingNotification] { state.withLock { $0.outbox.waiting } }

    /// The last notifications that were delivered or given up, oldest first.
    public var finished: [OutgoingNotification] { state.withLock { $0.outbox.finished } }

    /// Whether an attempt is due.
    var isDue: Bool { next() != nil }

    /// Takes a notification for delivery; one with the identifier of a waiting one is dropped.
    public func add(_ notification: OutgoingNotification) {
        state.withLock { $0.outbox.add(notification) }
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
            if let after = state.withLock({ $0.outbox.record(result, of: notification.id) }) { sent.append(after) }
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
}
