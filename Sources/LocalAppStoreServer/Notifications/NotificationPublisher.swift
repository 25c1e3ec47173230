import LocalAppStore
import Locking
import Logging
import ServiceLifecycle

/// Makes a notification of every event that Apple would report, and has it delivered.
final class NotificationPublisher: Service {
    /// Wakes the run that is under way, if there is one.
    private typealias Signal = Locked<AsyncStream<Void>.Continuation?>

    private let delivery: NotificationDelivery
    private let observation: StoreObservation
    private let signal: Signal

    init(store: LocalAppStore, delivery: NotificationDelivery, logger: Logger) {
        self.delivery = delivery
        let signal = Signal(nil)
        self.signal = signal
        observation = store.observe { [weak store] event in
            // Apple's server makes no notifications for an app that has no address for them.
            guard let store, delivery.destination != nil else { return }
            do {
                if let notification = try store.signedNotification(for: event) {
                    delivery.add(OutgoingNotification(notification))
                }
                _ = signal.withLock { $0 }?.yield()
            } catch {
                logger.error(
                    "an event makes no notification",
                    metadata: ["event": "\(event.sequence)", "error": "\(error)"]
                )
            }
        }
    }

    /// Has what is due by now delivered, if this runs.
    func wake() {
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
    init(_ notification: SignedNotification) {
        self.init(
            id: notification.notificationUUID,
            type: notification.type,
            subtype: notification.subtype,
            date: notification.date,
            signedPayload: notification.signedPayload
        )
    }
}
