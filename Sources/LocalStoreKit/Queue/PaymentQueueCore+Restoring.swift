import Foundation
import Locking

extension PaymentQueueCore {
    /// Delivers a new transaction for each finished purchase, then says how it ended.
    func restore(applicationUsername: String?, to queue: SKPaymentQueue) {
        guard let device else {
            deliverWithoutDevice { [self] in
                for observer in observers {
                    observer.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: Self.deviceGone)
                }
            }
            return
        }
        let username = applicationUsername.flatMap { $0.isEmpty ? nil : $0 }
        device.work.enqueue { [self] in
            let restored = Result {
                try device.signIn(for: .restore)
                let purchases = try device.session.restore(applicationUsername: username)
                device.receipt.update()
                return state.withLock { $0.adopt(purchases) }
            }
            device.deliver { [self] in
                switch restored {
                case .success(let transactions): finishRestore(transactions, in: device)
                case .failure(let error): failRestore(OriginalError.error(error), in: device)
                }
            }
        }
    }

    private func finishRestore(_ transactions: [SKPaymentTransaction], in device: LocalDevice) {
        announce(transactions, in: device)
        for observer in observers {
            observer.paymentQueueRestoreCompletedTransactionsFinished(device.queue)
        }
    }

    private func failRestore(_ error: any Error, in device: LocalDevice) {
        for observer in observers {
            observer.paymentQueue(device.queue, restoreCompletedTransactionsFailedWithError: error)
        }
    }
}
