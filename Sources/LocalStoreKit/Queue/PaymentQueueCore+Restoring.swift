import Foundation
import Locking

extension PaymentQueueCore {
    /// Delivers a new transaction for each finished purchase, then says how it ended.
    func restore(applicationUsername: String?) {
        guard let device else { return }
        let username = applicationUsername.flatMap { $0.isEmpty ? nil : $0 }
        device.work.enqueue { [self] in
            let purchases = Result {
                try device.signIn(for: .restore)
                return try device.session.restorable(applicationUsername: username)
            }
            if case .success = purchases { device.updateReceipt() }
            let now = device.session.now
            device.deliver { [self] in
                switch purchases {
                case .success(let purchases): restored(purchases, at: now, in: device)
                case .failure(let error): notRestored(error, in: device)
                }
            }
        }
    }

    private func restored(_ purchases: [SessionTransaction], at date: Date, in device: LocalDevice) {
        let transactions = purchases.map { purchase in
            let original = SKPaymentTransaction(
                payment: purchase.payment,
                outcome: .purchased(identifier: purchase.identifier, date: purchase.date)
            )
            let identifier = device.nextRestoreIdentifier()
            return SKPaymentTransaction(
                payment: purchase.payment,
                outcome: .restored(identifier: identifier, date: date),
                original: original
            )
        }
        state.withLock { state in
            for transaction in transactions { state.insert(transaction) }
        }
        announce(transactions, in: device)
        for observer in observers {
            observer.paymentQueueRestoreCompletedTransactionsFinished(device.queue)
        }
    }

    private func notRestored(_ error: any Error, in device: LocalDevice) {
        for observer in observers {
            observer.paymentQueue(device.queue, restoreCompletedTransactionsFailedWithError: error)
        }
    }
}
