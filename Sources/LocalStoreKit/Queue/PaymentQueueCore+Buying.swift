import Foundation
import Locking

extension PaymentQueueCore {
    /// Buys: purchasing, then what the store says.
    func add(_ payment: PaymentFields) {
        guard let device else { return }
        let transaction = SKPaymentTransaction(payment: payment, outcome: .purchasing)
        state.withLock { $0.insert(transaction) }
        device.deliver { [self] in
            announce([transaction], in: device)
            device.work.enqueue { [self] in
                let outcome = buy(transaction, payment, from: device)
                device.deliver { [self] in
                    transaction.become(outcome)
                    announce([transaction], in: device)
                }
            }
        }
    }

    /// Asks the store; remembers the purchase before anything else can ask the store what is unfinished.
    private func buy(
        _ transaction: SKPaymentTransaction,
        _ payment: PaymentFields,
        from device: LocalDevice
    ) -> TransactionOutcome {
        do {
            try device.checkPayment(payment)
            switch try device.session.buy(payment) {
            case .purchased(let purchase):
                state.withLock { $0.identify(transaction, as: purchase.identifier) }
                device.updateReceipt()
                return purchase.outcome
            case .deferred(let pending):
                state.withLock { $0.postpone(transaction, until: pending) }
                return .deferred
            }
        } catch {
            return .failed(error)
        }
    }

    /// Takes a transaction off the queue.
    func finish(_ transaction: SKPaymentTransaction) {
        // What waits for approval is not over: it stays until it was allowed or refused.
        guard transaction.transactionState != .deferred, let device,
            let removal = state.withLock({ $0.remove(transaction) })
        else { return }
        device.work.enqueue { [self] in
            if let identifier = removal.identifier {
                // A finish that the store did not hear is no error: the transaction comes back later.
                try? device.session.finish(identifier)
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
