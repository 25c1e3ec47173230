import Foundation
import TestSupport
import Testing

@testable import LocalStoreKit

/// Observers and delegate are called outside every lock of the queue: each test would hang otherwise.
@Suite("An observer that calls the queue back", .timeLimit(.minutes(15)))
struct ObserverCallbackTests {
    @Test("may finish, add another observer, take itself off, and buy again")
    func observer() {
        let bench = Bench()
        let observer = bench.observer()
        let other = RecordingObserver()
        observer.onUpdate = { transactions in
            guard let bought = transactions.first(where: { $0.transactionState == .purchased }) else { return }
            bench.payments.finishTransaction(bought)
            bench.payments.add(other)
            bench.payments.remove(observer)
            bench.buy("second")
            #expect(bench.payments.transactions.map(\.payment.productIdentifier) == ["second"])
        }
        bench.buy("first")
        bench.queue.run()
        #expect(observer.log == ["purchasing first", "purchased first"])
        #expect(other.log.sorted() == ["purchased second", "purchasing second", "removed first"])
        observer.onUpdate = { _ in }
    }

    @Test("may do so when a restore ends, too")
    func restore() {
        let bench = Bench()
        let observer = CallingObserver()
        bench.payments.add(observer)
        bench.queue.run()
        bench.payments.restoreCompletedTransactions()
        bench.queue.run()
        #expect(observer.calls == 1)
        #expect(bench.payments.transactionObservers.isEmpty)
    }
}

/// Asks the queue for everything it can, then leaves it.
private final class CallingObserver: NSObject, SKPaymentTransactionObserver {
    private(set) var calls = 0

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        calls += 1
        _ = (queue.transactions, queue.transactionObservers, queue.storefront, queue.delegate == nil)
        queue.delegate = nil
        queue.remove(self)
    }
}
