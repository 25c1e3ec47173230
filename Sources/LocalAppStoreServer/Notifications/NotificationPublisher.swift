import LocalAppStore
import Locking
import ServiceLifecycle

/// Makes a notification of every event that Apple would report, and has it delivered.
final class NotificationPublisher: Service {
    /// Wakes the run that is under way, if there is one.
    private typealias Signal = Locked<AsyncStream<Void>.Continuation?>

    private let delivery: NotificationDelivery
    private let signal: Signal
    private let observation: Locked<StoreObservation?>

    init(store: LocalAppStore, delivery: NotificationDelivery) {
        self.delivery = delivery
        signal = Signal(nil)
        observation = Locked(nil)
        let observation = store.observe { [weak self] event in
            self?.delivery.publish(event)
            _ = self?.signal.withLock { $0 }?.yield()
        }
        self.observation.withLock { $0 = observation }
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
        async let published: Void = publishBacklog(continuation)
        for await _ in signals.cancelOnGracefulShutdown() { await delivery.deliverPublished() }
        await published
    }

    /// Makes what a kill left unmade, beside delivery. What is left at the end is made after the next start.
    private func publishBacklog(_ signal: AsyncStream<Void>.Continuation) async {
        while !Task.isCancelled, !Task.isShuttingDownGracefully, delivery.publishNext() {
            signal.yield()
            // The server wants the thread, too.
            await Task.yield()
        }
    }
}
