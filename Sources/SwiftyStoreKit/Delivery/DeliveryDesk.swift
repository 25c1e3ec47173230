import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Runs the app's delivery handler, one purchase after the other, and finishes what it delivered.
///
/// A worker delivers; a clerk records what was delivered and then finishes it. While the clerk waits for the storage the
/// worker goes on, so that one write records many purchases when thousands wait, and a single one waits for nobody.
final class DeliveryDesk: Sendable {
    private let state = Locked(DeliveryState())
    private let handler: @Sendable (Purchase) async throws -> Void
    private let retry: DeliveryRetry
    private let ledger: DeliveryLedger
    private let services: Services
    private let waiters = Waiters()

    /// What the desk needs of its client.
    struct Services: Sendable {
        var finish: @Sendable (SKPaymentTransaction) -> Void
        /// Hears what was finished without having been delivered, for it was taken back meanwhile.
        var spare: @Sendable (SKPaymentTransaction) -> Void = { _ in }
        var sleep: @Sendable (TimeInterval) async throws -> Void
        var log: PurchaseLog
    }

    init(
        retry: DeliveryRetry,
        ledger: DeliveryLedger,
        services: Services,
        handler: @escaping @Sendable (Purchase) async throws -> Void
    ) {
        self.retry = retry
        self.ledger = ledger
        self.services = services
        self.handler = handler
    }

    /// Everything that was taken in has been delivered and finished.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    /// How much of it has not.
    var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// Waits until everything that was taken in has been delivered and finished, the desk is closed, or the task is
    /// cancelled.
    func untilIdle() async {
        await waiters.wait { isIdle || state.withLock { $0.isClosed } }
    }

    /// Takes in purchases.
    func take(_ transactions: [SKPaymentTransaction]) {
        start(state.withLock { $0.take(transactions) })
    }

    /// Delivers no more what was taken back, and finishes it; what is being delivered is not tried again.
    ///
    /// - Returns: Whether something was still to be delivered, and nobody is delivering it.
    func withdraw(_ identifier: String) -> Bool {
        let withdrawn = state.withLock { $0.withdraw(identifier) }
        for transaction in withdrawn { services.finish(transaction) }
        if isIdle { waiters.release() }
        return !withdrawn.isEmpty
    }

    /// What was taken back while it was being delivered was given back: it is tried again.
    func keep(_ identifier: String) { state.withLock { $0.keep(identifier) } }

    /// Delivers again what was taken away, if it comes again.
    func forget(_ identifiers: Set<String>) {
        state.withLock { state in
            guard state.forget(identifiers) else { return }
            state.clerk = Task { self.recordAndFinish() }
        }
    }

    /// Delivers nothing more; what was not delivered comes back at the next launch.
    func close() {
        state.withLock { $0.close() }
        waiters.release()
    }

    private func start(_ isNeeded: Bool) {
        guard isNeeded else { return }
        Task { await self.run() }
    }

    private func run() async {
        while let job = state.withLock({ $0.next() }) {
            await deliver(job)
            if state.withLock({ $0.mustWaitForClerk }) { await state.withLock { $0.clerk }?.value }
        }
    }

    private func deliver(_ job: DeliveryState.Job) async {
        do {
            try await deliverOnce(job.transaction)
        } catch {
            return failed(job, error)
        }
        state.withLock { state in
            guard state.delivered(job.key) else { return }
            state.clerk = Task { self.recordAndFinish() }
        }
    }

    private func deliverOnce(_ transaction: SKPaymentTransaction) async throws {
        if let delivery = transaction.deliveryIdentifier, !state.withLock({ $0.isForgotten(delivery) }),
            ledger.contains(delivery)
        {
            return
        }
        try await handler(Purchase(transaction, needsFinish: false))
        services.log.note(
            .delivered,
            productID: transaction.payment.productIdentifier,
            transactionID: transaction.transactionIdentifier
        )
    }

    /// Records all that was delivered since it last looked, then finishes it, until there is nothing more.
    private func recordAndFinish() {
        while let keys = state.withLock({ $0.nextToFinish() }) {
            ledger.add(keys.compactMap(\.identifier), forgetting: state.withLock { $0.forgotten })
            for key in keys {
                if let transaction = state.withLock({ $0.transaction(of: key) }) { services.finish(transaction) }
                state.withLock { $0.finished(key) }
            }
            if isIdle { waiters.release() }
        }
    }

    private func failed(_ job: DeliveryState.Job, _ error: any Error) {
        let failure = state.withLock { $0.failed(job.key) }
        services.log.note(
            .deliveryFailed,
            productID: job.transaction.payment.productIdentifier,
            transactionID: job.transaction.transactionIdentifier,
            error: error
        )
        switch failure {
        case .takenBack(let spared):
            services.finish(spared)
            services.spare(spared)
            if isIdle { waiters.release() }
        case .again(let failures):
            let delay = retry.delay(afterFailure: failures)
            Task { [weak self, sleep = services.sleep] in
                try? await sleep(delay)
                guard let self else { return }
                start(state.withLock { $0.wake(job) })
            }
        }
    }
}
