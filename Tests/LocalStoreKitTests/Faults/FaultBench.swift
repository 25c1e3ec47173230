import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore
import Locking
import TestSupport

@testable import LocalStoreKit

/// A device on a real store, cranked by hand; tells what app code sees.
final class FaultBench {
    let store: LocalAppStore
    let device: LocalDevice
    let queue = ManualQueue()
    let observer = RecordingObserver()
    private let pauses = Locked([(seconds: TimeInterval, work: @Sendable () -> Void)]())
    private var heard = 0

    init(codeOffers: [String] = []) throws {
        store = try SampleShop.open(codeOffers: codeOffers)
        try store.createAccount(id: "iris")
        let (queue, pauses) = (queue, pauses)
        let work = CallbackQueue { queue.enqueue($0) }
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: work,
            work: work
        )
        device.settings.pause = { seconds, work in pauses.withLock { $0.append((seconds, work)) } }
        device.queue.add(observer)
        queue.run()
    }

    /// Buys; what the observer hears until nothing is left to do.
    func buy(_ product: String = SampleShop.seeds) -> [String] {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        device.queue.add(payment)
        return news()
    }

    /// Finishes everything that can be finished.
    func finishAll() -> [String] {
        for transaction in device.queue.transactions where transaction.transactionState != .purchasing {
            device.queue.finishTransaction(transaction)
        }
        return news()
    }

    /// The app comes back from the background.
    func foreground() -> [String] {
        device.enterForeground()
        return news()
    }

    func restore() -> [String] {
        device.queue.restoreCompletedTransactions()
        return news()
    }

    /// Asks for products.
    func request(_ products: Set<String> = [SampleShop.seeds]) -> [String] {
        send(SKProductsRequest(productIdentifiers: products))
    }

    /// Refreshes the receipt and looks at the file.
    func refresh() throws -> [String] {
        send(SKReceiptRefreshRequest()) + [try receipt()]
    }

    /// What a validator that trusts the store says of the receipt on the device.
    func receipt() throws -> String {
        guard let data = try? Data(contentsOf: device.receiptURL) else { return "no receipt" }
        let validator = AppReceiptValidator(
            policy: store.trustPolicy,
            bundleID: SampleShop.app.bundleID,
            appVersion: SampleShop.app.version,
            deviceIdentifiers: [try SampleShop.device()],
            environments: [.sandbox]
        )
        let failures = validator.validate(data).failures.map(\.code.rawValue)
        return failures.isEmpty ? "good receipt" : failures.joined(separator: " ")
    }

    /// What the receipt on the device says was bought.
    func purchasesInReceipt() throws -> [String] {
        try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL)).inAppPurchases.map(\.productID)
    }

    private func send(_ request: SKRequest) -> [String] {
        let delegate = RequestLog()
        if let request = request as? SKProductsRequest { request.delegate = delegate }
        (request as SKRequest).delegateStorage = delegate
        device.perform { request.start() }
        queue.run()
        while let pause = pauses.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            delegate.log.append("nothing for \(pause.seconds) s")
            pause.work()
            queue.run()
        }
        return delegate.log
    }

    /// What the observer has heard since this was last asked.
    func news() -> [String] {
        queue.run()
        defer { heard = observer.log.count }
        return observer.log[heard...].map { line in
            let line = line.replacingOccurrences(of: "com.example.flowershop.", with: "")
            return line.hasPrefix("failed") ? "\(line): \(lastError)" : line
        }
    }

    private var lastError: String {
        observer.transactions.last { $0.transactionState == .failed }?.error.map(FaultBench.text) ?? "no error"
    }

    /// Domain and code, as app code compares them.
    static func text(_ error: any Error) -> String {
        let error = error as NSError
        let beneath = (error.userInfo[NSUnderlyingErrorKey] as? NSError).map { " above \($0.domain) \($0.code)" } ?? ""
        return "\(error.domain) \(error.code)" + (error.domain == SKErrorDomain ? beneath : "")
    }
}

/// Writes down how a request ends.
private final class RequestLog: NSObject, SKProductsRequestDelegate {
    var log: [String] = []

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        let names = response.products.map(\.productIdentifier) + response.invalidProductIdentifiers.map { "no " + $0 }
        log += names.map { $0.replacingOccurrences(of: "com.example.flowershop.", with: "") }
    }

    func requestDidFinish(_ request: SKRequest) { log.append("finished") }

    func request(_ request: SKRequest, didFailWithError error: any Error) { log.append(FaultBench.text(error)) }
}
