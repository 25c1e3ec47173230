import LocalAppStore
import Locking
import Logging
import ServiceLifecycle

/// Makes a notification of every event that Apple would report, and has it delivered.
final class NotificationPublisher: Service {
    /// Wakes the run that is under way, if there is one.
    private typealias Signal = Locked<AsyncStream<Void>.Continuation?>

    private let store: LocalAppStore
    private let delivery: NotificationDelivery
    private let logger: Logger
    private let signal: Signal
    private let observation: Locked<StoreObservation?>

    init(store: LocalAppStore, delivery: NotificationDelivery, logger: Logger) {
        self.store = store
        self.delivery = delivery
        self.logger = logger
        signal = Signal(nil)
        observation = Locked(nil)
        let observation = store.observe { [weak self] event in
            self?.publish(event)
            _ = self?.signal.withLock { $0 }?.yield()
        }
        self.observation.withLock { $0 = observation }
    }

    /// Takes the notification of an event for delivery, if it makes one and there is an address for it.
    ///
    /// Harmless when repeated: the same event makes a notification with the same identifier.
    func publish(_ event: StoreEvent) {
        // Apple's server makes no notifications for an app that has no address for them.
        guard delivery.destination != nil else { return }
        do {
            if let notification = try store.signedNotification(for: event) {
                delivery.add(OutgoingNotification(notification, event: event))
            }
        } catch {
            logger.error(
                "an event makes no notification",
                metadata: ["event": "\(event.sequence)", "error": "\(error)"]
            )
        }
    }

    /// Has what is due by now delivered, if this runs.
    ///
    /// - Throws: `fileUnusable` if notifications can no longer be written down.
    func wake() throws(StoreServerError) {
        try delivery.check()
        guard delivery.isDue else { return }
        _ = signal.withLock { $0 }?.yield()
    }

    /// Delivers what waits and then after every event, until graceful shutdown.
    func run() async throws {
        // One signal is enough for any number of events: delivery sends all that is due.
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        signal.withLock { $0 = continuation }
        continuation.yield()
        for await _ in signals.cancelOnGracefulShutdown() { await delivery.deliverPending() }
    }
}

extension OutgoingNotification {
    init(_ notification: SignedNotification, event: StoreEvent) {
        self.init(
            id: notification.notificationUUID,
            type: notification.type,
            subtype: notification.subtype,
            date: notification.date,
            signedPayload: notification.signedPayload,
            eventNumber: event.sequence
        )
    }
}
