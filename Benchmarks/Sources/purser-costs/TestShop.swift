import Dispatch
import Foundation
import LocalStoreKit
import LocalStoreKitTest

/// A test session, with an app that takes in and finishes what it hears of.
final class TestShop: NSObject, SKPaymentTransactionObserver {
    private let session: SKTestSession
    private let callbacks = DispatchQueue(label: "callbacks")
    private let heard = DispatchSemaphore(value: 0)
    private let looksAtReceipt: Bool

    /// - Parameter looksAtReceipt: Whether the app reads its receipt whenever it hears of a purchase.
    init(looksAtReceipt: Bool = false) throws {
        var options = SKTestSessionOptions()
        options.clock = .manual(from: Date(timeIntervalSince1970: 1_748_736_000))
        options.callbackQueue = callbacks
        self.looksAtReceipt = looksAtReceipt
        session = try SKTestSession(contentsOf: Self.catalogue, options: options)
        session.disableDialogs = true
        super.init()
    }

    /// The app buys, and hears that it has bought.
    func purchase() -> () throws -> Void {
        begin()
        return { [self] in
            let payment = SKMutablePayment()
            payment.productIdentifier = "com.example.flowershop.seeds"
            session.device.perform { SKPaymentQueue.default().add(payment) }
            heard.wait()
        }
    }

    /// The customer of a subscription stays for a year; the app hears of every renewal.
    func yearOfRenewals() throws -> () throws -> Void {
        begin()
        try session.buyProduct(productIdentifier: "com.example.flowershop.club.posy")
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
            if looksAtReceipt, (LocalDevice.appStoreReceiptURL.flatMap { try? Data(contentsOf: $0) }) == nil { exit(1) }
            queue.finishTransaction(transaction)
            heard.signal()
        }
    }

    private static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Examples/Catalogues/FlowerShop.storekit").standardizedFileURL
}
