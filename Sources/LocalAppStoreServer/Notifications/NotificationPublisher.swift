import LocalAppStore
import Locking
import ServiceLifecycle

/// Makes a notification of every event that Apple would report, and has it delivered.
final class NotificationPublisher: Service {
    private struct State: Sendable {
        /// Wake the run that is under way, if there is one.
        var signals: Signals?
        var observation: StoreObservation?
    }

    private struct Signals: Sendable {
        let delivery: AsyncStream<Void>.Continuation
        let making: AsyncStream<Void>.Continuation
    }

    private let delivery: NotificationDelivery
    private let state = Locked(State())

    /// A publisher.
    ///
    /// - Parameter isBusy: Whether notifications are to be made later, because events come thick and fast.
    init(
        store: LocalAppStore,
        delivery: NotificationDelivery,
        isBusy: @escaping @Sendable () -> Bool = { false }
    ) {
        self.delivery = delivery
        let observation = store.observe { [weak self] event in
            self?.delivery.publish(event, isLater: isBusy())
            let signals = self?.state.withLock { $0.signals }
            signals?.making.yield()
            signals?.delivery.yield()
        }
        state.withLock { $0.observation = observation }
    }

    /// Has what is due by now delivered, if this runs, written down or not.
    ///
    /// - Throws: `fileUnusable` while notifications cannot be written down.
    func wake() throws(StoreServerError) {
        if delivery.isDue { state.withLock { $0.signals }?.delivery.yield() }
        try delivery.check()
    }

    /// Delivers what waits and then after every event, until graceful shutdown. Events that have no notification yet, after
    /// a kill or on a long way of the clock, get theirs beside; what is left at the end after the next start.
    func run() async throws {
        // One signal is enough for any number of events: delivery sends all that is due.
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (events, event) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.signals = Signals(delivery: continuation, making: event) }
        continuation.yield()
        event.yield()
        async let published: Void = publish(events, continuation)
        for await _ in signals.cancelOnGracefulShutdown() { await delivery.deliverPublished() }
        event.finish()
        await published
    }

    private func publish(_ events: AsyncStream<Void>, _ signal: AsyncStream<Void>.Continuation) async {
        for await _ in events.cancelOnGracefulShutdown() {
            while !Task.isCancelled, !Task.isShuttingDownGracefully, delivery.publishNext() {
                signal.yield()
                // The server wants the thread, too.
                await Task.yield()
            }
        }
    }
}
