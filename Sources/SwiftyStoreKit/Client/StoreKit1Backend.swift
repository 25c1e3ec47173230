#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// The store by StoreKit 1: the payment queue, as it is.
final class StoreKit1Backend: StoreBackend {
    private let queue: any PaymentQueue & Sendable
    private let observer = TransactionObserver()
    private let delegate = QueueDelegate()
    private let context: StoreKit2Context?

    /// - Parameter context: StoreKit 2, to go on with what was restored by it; nil if nothing ever was.
    init(_ queue: any PaymentQueue & Sendable, context: StoreKit2Context? = nil) {
        self.queue = queue
        self.context = context
    }

    var storeKit: StoreKitChoice { .storeKit1 }

    var storefront: SKStorefront? { (queue as? SKPaymentQueue)?.storefront }

    func begin(telling client: StoreClient) {
        observer.attach(to: client)
        delegate.attach(to: client)
        // The app's own delegate stays, if it has set one.
        if let queue = queue as? SKPaymentQueue, queue.delegate == nil { queue.delegate = delegate }
        queue.add(observer)
        resumeRestores(for: client)
    }

    /// Goes on with restores that ran on StoreKit 2 in earlier launches: this queue does not know them.
    private func resumeRestores(for client: StoreClient) {
        let lost = client.restoredLedger.lost(on: .storeKit1)
        guard let context, !lost.isEmpty else { return }
        _ = context.run { [weak client] in
            guard let ledger = client?.restoredLedger else { return }
            let found = await context.found(lost, in: ledger) { client?.unverified($0) }
            let restored = found.map { StoreKit2Transaction(restored: $0.signed, delivery: $0.delivery) }
            if !restored.isEmpty { client?.updated(restored) { [] } }
        }
    }

    func end() { queue.remove(observer) }

    /// The client refuses offers for who comes back before they get here.
    func buy(_ payment: SKPayment, of product: SKProduct, winBackOfferID: String?) { queue.add(payment) }

    func restore(applicationUsername username: String?) {
        queue.restoreCompletedTransactions(withApplicationUsername: username)
    }

    /// Apple's queue tells by itself what a sheet brought.
    func lookAgain() async {
        #if !(canImport(StoreKit) && canImport(Darwin))
            await (queue as? SKPaymentQueue)?.lookAgain()
        #endif
    }

    func finish(_ transaction: SKPaymentTransaction) {
        // The queue does not have what was restored by StoreKit 2.
        guard transaction is StoreKit2Transaction else { return queue.finishTransaction(transaction) }
        observer.client?.removed([transaction])
    }

    /// Nothing is left to do: here all that is taken away is forgotten at once, delivered or not, see `takeBack`.
    func spare(_ transaction: SKPaymentTransaction) {}

    #if os(iOS) || os(visionOS) || os(Linux)
        func showPriceConsentIfNeeded() { (queue as? SKPaymentQueue)?.showPriceConsentIfNeeded() }

        func presentCodeRedemptionSheet() { (queue as? SKPaymentQueue)?.presentCodeRedemptionSheet() }
    #endif

    #if !os(visionOS)
        func perform(_ change: DownloadChange, on downloads: [SKDownload]) {
            switch change {
            case .start: queue.start(downloads)
            case .pause: queue.pause(downloads)
            case .resume: queue.resume(downloads)
            case .cancel: queue.cancel(downloads)
            }
        }
    #endif
}
