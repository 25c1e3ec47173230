import Foundation
import Locking
import TestSupport

@testable import LocalStoreKit

/// A device on a scripted store, whose queues the test cranks by hand.
struct Bench {
    let session = ScriptedSession()
    let queue = ManualQueue()
    let device: LocalDevice

    init() {
        let manual = queue
        let work = CallbackQueue { manual.enqueue($0) }
        device = LocalDevice(session: session, receiptURL: nil, callbacks: work, work: work)
    }

    var payments: SKPaymentQueue { device.queue }

    /// The receipt that is on the device.
    var receipt: String? { (try? Data(contentsOf: device.receiptURL)).map { String(decoding: $0, as: UTF8.self) } }

    /// An observer that is added to the queue.
    func observer() -> RecordingObserver {
        let observer = RecordingObserver()
        payments.add(observer)
        queue.run()
        return observer
    }

    func buy(_ product: String, quantity: Int = 1) {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        payment.quantity = quantity
        payments.add(payment)
    }
}

/// Writes down what it hears.
final class RecordingObserver: NSObject, SKPaymentTransactionObserver {
    private(set) var log: [String] = []
    private(set) var transactions: [SKPaymentTransaction] = []
    var onUpdate: ([SKPaymentTransaction]) -> Void = { _ in }
    var onDownload: ([SKDownload]) -> Void = { _ in }
    var addsStorePayments = false

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        self.transactions += transactions
        log.append(
            transactions.map { "\($0.transactionState.name) \($0.payment.productIdentifier)" }.joined(separator: ", ")
        )
        onUpdate(transactions)
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        log.append("removed " + transactions.map(\.payment.productIdentifier).joined(separator: ", "))
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        log.append("restore failed \((error as? SKError).map { "\($0.code.rawValue)" } ?? "\(error)")")
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        log.append("restore finished")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        log.append("store payment \(payment.productIdentifier)")
        return addsStorePayments
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
        log += downloads.map { "\($0.state) \(Int($0.progress * 100))%" }
        onDownload(downloads)
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        log.append("storefront changed")
    }

    func paymentQueue(_ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers ids: [String]) {
        log.append("revoked " + ids.joined(separator: ", "))
    }
}
