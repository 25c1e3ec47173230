import Foundation
import LocalStoreKit
import Locking
import TestSupport

@testable import SwiftyStoreKit

/// A client on a payment queue and on services that do what a test tells them.
final class ScriptedStore: Sendable {
    let queue = ScriptedQueue()
    let callbacks = ManualQueue()
    let services = Locked(ScriptedServices())
    let sleeper = ManualSleeper()
    let storage = MemoryStorage()
    let client: StoreClient

    init() {
        let callbacks = callbacks
        let services = services
        let sleeper = sleeper
        client = StoreClient(
            queue: queue,
            services: StoreServices(
                products: { identifiers, answer in
                    services.withLock { $0.productRequests.append((identifiers, answer)) }
                    return StoreRequest { services.withLock { $0.cancelled += 1 } }
                },
                refreshReceipt: { answer in
                    let onRefresh = services.withLock { services in
                        services.refreshes.append(answer)
                        return services.onRefresh
                    }
                    onRefresh()
                    return StoreRequest { services.withLock { $0.cancelled += 1 } }
                },
                receipt: { services.withLock { $0.receipt } },
                now: { services.withLock { $0.now } },
                sleep: { await sleeper.sleep($0) },
                storage: storage
            ),
            callbacks: CallbackQueue { callbacks.enqueue($0) }
        )
    }

    /// Answers the products request with this number.
    func answerProducts(_ number: Int = 0, _ result: Result<[SKProduct], any Error>, invalid: [String] = []) {
        let answer = services.withLock { $0.productRequests[number].answer }
        answer(result.map { FakeResponse($0, invalid) })
        callbacks.run()
    }

    /// Answers the receipt refresh with this number.
    func answerRefresh(_ number: Int = 0, _ result: Result<Void, any Error> = .success(())) {
        let answer = services.withLock { $0.refreshes[number] }
        answer(result)
        callbacks.run()
    }

    /// The queue says that transactions have moved on.
    func update(_ transactions: FakeTransaction...) {
        queue.update(transactions)
        callbacks.run()
    }

    /// The restore has ended.
    func endRestore(_ error: (any Error)? = nil) {
        queue.endRestore(error)
        callbacks.run()
    }
}

struct ScriptedServices: Sendable {
    var productRequests: [(identifiers: Set<String>, answer: StoreAnswer<SKProductsResponse>)] = []
    var refreshes: [StoreAnswer<Void>] = []
    /// Called when a refresh was asked for.
    var onRefresh: @Sendable () -> Void = {}
    var cancelled = 0
    var receipt: Data?
    var now = Date(timeIntervalSince1970: 10_000)
}

/// A payment queue that writes down what it is told.
// Sendable is safe: what changes is behind a lock; tests use it from one thread unless they test the opposite.
final class ScriptedQueue: PaymentQueue, @unchecked Sendable {
    private let lock = NSLock()
    private weak var observer: (any SKPaymentTransactionObserver)?
    private var entries: [String] = []
    private var answer: ((SKPayment) -> Void)?

    var log: [String] { lock.withLock { entries } }

    /// What happens inside `add`, for queues that answer at once.
    func answerAtOnce(_ answer: @escaping (SKPayment) -> Void) { lock.withLock { self.answer = answer } }

    private var current: (any SKPaymentTransactionObserver)? { lock.withLock { observer } }

    private func note(_ entry: String) { lock.withLock { entries.append(entry) } }

    func add(_ observer: any SKPaymentTransactionObserver) { lock.withLock { self.observer = observer } }
    func remove(_ observer: any SKPaymentTransactionObserver) { note("remove observer") }

    func add(_ payment: SKPayment) {
        note("add \(payment.quantity) \(payment.productIdentifier) \(payment.applicationUsername ?? "-")")
        lock.withLock { answer }?(payment)
    }

    func start(_ downloads: [SKDownload]) { note("start \(downloads.count)") }
    func pause(_ downloads: [SKDownload]) { note("pause \(downloads.count)") }
    func resume(_ downloads: [SKDownload]) { note("resume \(downloads.count)") }
    func cancel(_ downloads: [SKDownload]) { note("cancel \(downloads.count)") }

    func restoreCompletedTransactions(withApplicationUsername username: String?) {
        note("restore \(username ?? "-")")
    }

    func finishTransaction(_ transaction: SKPaymentTransaction) {
        note("finish \(transaction.payment.productIdentifier) \(transaction.transactionState.name)")
    }

    func update(_ transactions: [SKPaymentTransaction]) {
        current?.paymentQueue(SKPaymentQueue.default(), updatedTransactions: transactions)
    }

    func remove(_ transactions: [SKPaymentTransaction]) {
        current?.paymentQueue(SKPaymentQueue.default(), removedTransactions: transactions)
    }

    func endRestore(_ error: (any Error)?) {
        let observer = current
        if let error {
            observer?.paymentQueue(SKPaymentQueue.default(), restoreCompletedTransactionsFailedWithError: error)
        } else {
            observer?.paymentQueueRestoreCompletedTransactionsFinished(SKPaymentQueue.default())
        }
    }

    func revoke(_ products: [String]) {
        current?.paymentQueue(SKPaymentQueue.default(), didRevokeEntitlementsForProductIdentifiers: products)
    }

    func shouldAdd(_ product: String) -> Bool {
        let payment = SKPayment(product: FakeProduct(product))
        let observer = current
        return observer?.paymentQueue(.default(), shouldAddStorePayment: payment, for: FakeProduct(product)) ?? false
    }

    func updateDownloads(_ downloads: [SKDownload]) {
        current?.paymentQueue(SKPaymentQueue.default(), updatedDownloads: downloads)
    }
}
