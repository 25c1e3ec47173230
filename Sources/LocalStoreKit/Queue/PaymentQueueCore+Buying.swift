import Foundation
import Locking

extension PaymentQueueCore {
    /// Buys: purchasing, then what the store says.
    func add(_ payment: PaymentFields, to queue: SKPaymentQueue) {
        let transaction = SKPaymentTransaction(payment: payment, outcome: .purchasing)
        guard let device else {
            transaction.become(.failed(Self.deviceGone))
            deliverWithoutDevice { [self] in
                for observer in observers { observer.paymentQueue(queue, updatedTransactions: [transaction]) }
            }
            return
        }
        state.withLock { $0.insert(transaction) }
        let purchase = RunningPurchase(transaction: transaction, payment: payment, device: device)
        device.deliver { [self] in
            announce([transaction], in: device)
            device.work.enqueue { [self] in confirm(purchase) }
        }
    }

    /// Asks the customer; then, if the storefront has changed since the app asked, the app's delegate.
    private func confirm(_ purchase: RunningPurchase) {
        let device = purchase.device
        do {
            // Without a sheet nobody answers: the transaction stays as it is, as with the bug that is imitated.
            guard try device.checkPayment(purchase.payment) else { return }
        } catch {
            return end(purchase, .failed(OriginalError.error(error)))
        }
        guard let changed = purchase.changedStorefront else { return charge(purchase) }
        device.deliver { [self] in
            let continues = continues(purchase.transaction, in: changed, of: device)
            device.work.enqueue { [self] in
                guard continues else { return end(purchase, .failed(SKError(.storeProductNotAvailable))) }
                charge(purchase)
            }
        }
    }

    /// Asks the delegate; one that takes longer than a second has refused.
    private func continues(
        _ transaction: SKPaymentTransaction,
        in storefront: SKStorefront,
        of device: LocalDevice
    ) -> Bool {
        guard let delegate else { return true }
        let uptime = device.settings.uptime
        let start = uptime()
        return delegate.paymentQueue(device.queue, shouldContinue: transaction, in: storefront) && uptime() - start <= 1
    }

    /// Asks the store; remembers the purchase before anything else can ask the store what is unfinished.
    private func charge(_ purchase: RunningPurchase) {
        do {
            switch try purchase.device.session.buy(purchase.payment) {
            case .purchased(let bought, let deliveries):
                state.withLock { $0.identify(purchase.transaction, as: bought.identifier) }
                purchase.device.deliveries.withLock { $0.buy(bought.identifier, with: .storeKit1) }
                purchase.device.receipt.update()
                end(purchase, bought.outcome)
                deliverAgain(bought, times: deliveries - 1, in: purchase.device)
            case .deferred(let pending):
                state.withLock { $0.postpone(purchase.transaction, until: pending) }
                purchase.device.deliveries.withLock { $0.wait(for: pending, with: .storeKit1) }
                end(purchase, .deferred)
            }
        } catch {
            if let interruption = (error as? SKError)?.interruption {
                purchase.device.deliveries.withLock { $0.wait(for: interruption.attempt, with: .storeKit1) }
            }
            end(purchase, .failed(error))
        }
    }

    /// Delivers a purchase that is in the queue so many times more, as other transactions with the same identifier.
    func deliverAgain(_ bought: SessionTransaction, times: Int, in device: LocalDevice) {
        for _ in 0..<max(0, times) {
            let copy = state.withLock { $0.duplicate(bought) }
            device.deliver { [self] in announce([copy], in: device) }
        }
    }

    private func end(_ purchase: RunningPurchase, _ outcome: TransactionOutcome) {
        purchase.device.deliver { [self] in
            purchase.transaction.become(outcome)
            announce([purchase.transaction], in: purchase.device)
        }
    }

    /// Takes a transaction off the queue.
    func finish(_ transaction: SKPaymentTransaction) {
        // What waits for approval is not over: it stays until it was allowed or refused.
        guard transaction.transactionState != .deferred, let device,
            let removal = state.withLock({ $0.remove(transaction) })
        else { return }
        cancelQuietly(transaction.downloads)
        device.work.enqueue { [self] in
            if let identifier = removal.identifier {
                // A finish that the store did not hear is no error: the transaction comes back later, to this queue.
                if (try? device.session.finish(identifier)) != nil {
                    device.deliveries.withLock { $0.finish(identifier) }
                }
                state.withLock { $0.finished(identifier) }
            }
            device.deliver { [self] in
                for observer in observers {
                    observer.paymentQueue(device.queue, removedTransactions: [transaction])
                }
            }
        }
    }
}

/// A payment on its way to the store.
private struct RunningPurchase: Sendable {
    let transaction: SKPaymentTransaction
    let payment: PaymentFields
    let device: LocalDevice
    private let storefront: SKStorefront?

    init(transaction: SKPaymentTransaction, payment: PaymentFields, device: LocalDevice) {
        self.transaction = transaction
        self.payment = payment
        self.device = device
        storefront = device.session.storefront
    }

    /// The storefront, if it is another one than when the payment was added.
    var changedStorefront: SKStorefront? {
        guard let storefront, let current = device.session.storefront,
            current.identifier != storefront.identifier
        else { return nil }
        return current
    }
}
