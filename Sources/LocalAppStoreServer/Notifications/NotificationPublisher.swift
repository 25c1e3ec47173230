import LocalAppStore
import Logging
import ServiceLifecycle

/// Makes a notification of every event that Apple would report, and has it delivered.
final class NotificationPublisher: Service {
    private let delivery: NotificationDelivery
    private let observation: StoreObservation
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(store: LocalAppStore, delivery: NotificationDelivery, logger: Logger) {
        self.delivery = delivery
        // One signal is enough for any number of events: delivery sends all that is due.
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        self.signal = signal
        observation = store.observe { [weak store] event in
            // Apple's server makes no notifications for an app that has no address for them.
            guard let store, delivery.destination != nil else { return }
            do {
                if let notification = try store.signedNotification(for: event) {
                    delivery.add(OutgoingNotification(notification))
                }
                signal.yield()
            } catch {
                logger.error(
                    "an event makes no notification",
                    metadata: ["event": "\(event.sequence)", "error": "\(error)"]
                )
            }
        }
    }

    deinit {
        signal.finish()
    }

    /// Delivers after every event, until graceful shutdown.
    func run() async throws {
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
