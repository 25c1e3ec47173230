import Dispatch
import Foundation
import LocalStoreKit
import LocalStoreKitTest

/// A test session, with an app that takes in and finishes what it hears of.
final class TestShop: NSObject, SKPaymentTransactionObserver, SKProductsRequestDelegate {
    private let session: SKTestSession
    private let callbacks = DispatchQueue(label: "callbacks")
    private let heard = DispatchSemaphore(value: 0)
    private let looksAtReceipt: Bool
    private var product: SKProduct?

    /// - Parameter looksAtReceipt: Whether the app reads its receipt whenever it hears of a purchase.
    init(looksAtReceipt: Bool = false) throws {
        self.looksAtReceipt = looksAtReceipt
        session = try Self.session(callbacks: callbacks)
        super.init()
    }

    /// A session in which time stands still.
    static func session(callbacks: DispatchQueue = DispatchQueue(label: "callbacks")) throws -> SKTestSession {
        var options = SKTestSessionOptions()
        options.clock = .manual(from: Date(timeIntervalSince1970: 1_748_736_000))
        options.callbackQueue = callbacks
        let session = try SKTestSession(contentsOf: catalogue, options: options)
        session.disableDialogs = true
        return session
    }

    static let consumable = "com.example.flowershop.seeds"
    static let subscription = "com.example.flowershop.club.posy"
    static let products = [consumable, subscription]

    /// The app is launched, and begins to observe the queue.
    func observing() { begin() }

    /// The app gets what it has to sell; then it buys, hears that it has bought, and finishes it.
    func purchase() throws -> () throws -> Void {
        begin()
        let request = session.device.perform { SKProductsRequest(productIdentifiers: [Self.consumable]) }
        request.delegate = self
        request.start()
        heard.wait()
        guard let product else { throw CocoaError(.coderValueNotFound) }
        return { [self] in
            session.device.perform { SKPaymentQueue.default().add(SKPayment(product: product)) }
            heard.wait()
        }
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        product = response.products.first
        heard.signal()
    }

    /// The customer of a subscription stays for a year; the app hears of every renewal, and finishes it.
    func yearOfRenewals() throws -> () throws -> Void {
        begin()
        try session.buyProduct(productIdentifier: Self.subscription)
        heard.wait()
        return { [self] in
            try session.advance(months: 12)
            for _ in 0..<12 { heard.wait() }
        }
    }

    private func begin() {
        session.device.perform { SKPaymentQueue.default().add(self) }
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions where transaction.transactionState == .purchased {
            guard TestShop.products.contains(transaction.payment.productIdentifier) else { exit(1) }
            if looksAtReceipt, (LocalDevice.appStoreReceiptURL.flatMap { try? Data(contentsOf: $0) }) == nil { exit(1) }
            queue.finishTransaction(transaction)
        }
    }

    // What the app has finished has left the queue, as `finish` of StoreKit 2 has returned: nothing of it is left to be done.
    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        for _ in transactions { heard.signal() }
    }

    private static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Examples/Catalogues/FlowerShop.storekit").standardizedFileURL
}
