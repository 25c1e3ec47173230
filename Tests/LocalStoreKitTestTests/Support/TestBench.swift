import Foundation
import LocalStoreKit
import Locking
import TestSupport

@testable import LocalStoreKitTest

/// A session on the flower shop at a standing clock, with an app whose queues the test cranks by hand.
struct TestBench {
    let session: SKTestSession
    let queue: ManualQueue
    let app = ShopApp()

    static var catalogue: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Examples/Catalogues/FlowerShop.storekit")
    }

    static func options(_ queue: ManualQueue = ManualQueue()) -> SKTestSessionOptions {
        var options = SKTestSessionOptions()
        options.app = SampleShop.app
        options.clock = .manual(from: TestAuthority.signingDate)
        let manual = CallbackQueue { queue.enqueue($0) }
        options.queues = (manual, manual)
        return options
    }

    /// A session in a world of its own, and an app that has started.
    init() throws {
        let queue = ManualQueue()
        self.queue = queue
        session = try LocalDevice.isolated {
            try SKTestSession(contentsOf: Self.catalogue, options: Self.options(queue))
        }
        let app = app
        session.device.perform { SKPaymentQueue.default().add(app) }
        queue.run()
    }

    /// Buys in the app and lets everything settle.
    func buy(_ product: String, quantity: Int = 1) {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        payment.quantity = quantity
        session.device.perform { SKPaymentQueue.default().add(payment) }
        queue.run()
    }

    /// Tells the session something and lets everything settle.
    func then(_ body: (SKTestSession) throws -> Void) rethrows {
        try body(session)
        queue.run()
    }

    func finishAll() {
        session.device.perform {
            for transaction in SKPaymentQueue.default().transactions {
                SKPaymentQueue.default().finishTransaction(transaction)
            }
        }
        queue.run()
    }

    /// The only transaction of the session.
    var only: SKTestTransaction? {
        let all = session.allTransactions()
        return all.count == 1 ? all.first : nil
    }

    /// What the app heard since the last time.
    func heard() -> [String] { app.takeLog() }
}

/// An app that writes down what its queue says and finishes nothing.
final class ShopApp: NSObject, SKPaymentTransactionObserver, SKPaymentQueueDelegate {
    private var log: [String] = []
    private(set) var errors: [any Error] = []
    private(set) var latest: SKPaymentTransaction?

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        latest = transactions.last
        errors += transactions.compactMap(\.error)
        let name = { (transaction: SKPaymentTransaction) in
            transaction.payment.productIdentifier.split(separator: ".").last.map(String.init) ?? ""
        }
        log += transactions.map { "\($0.transactionState.name) \(name($0))" }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) { log.append("restore finished") }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        errors.append(error)
        log.append("restore failed")
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) { log.append("storefront changed") }

    func paymentQueue(_ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers ids: [String]) {
        log.append("revoked \(ids.count)")
    }
}
