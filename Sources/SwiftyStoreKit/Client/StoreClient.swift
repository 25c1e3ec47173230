import Foundation
package import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A client of one payment queue: every verb of ``SwiftyStoreKit``, on an instance.
///
/// ```swift
/// let client = StoreClient(device: device)  // on an iPhone: StoreClient(queue: .default())
/// client.log.sink = { event in print(event) }
/// let result = await client.purchaseProduct("com.example.flowershop.greenhouse")
/// ```
///
/// The static members of ``SwiftyStoreKit`` work on one client; an app with more than one queue, or a test, makes its
/// own. All completions run on the callback queue, never inside the call that caused them, and exactly once.
public final class StoreClient: Sendable {
    let queue: any PaymentQueue & Sendable
    let services: StoreServices
    package let callbacks: CallbackQueue
    /// All that changes. Functions of the app are taken out under the lock and called after it.
    let state = Locked(State())
    let transactionFeed = Broadcast<Purchase>()
    let entitlementFeed = Broadcast<EntitlementChange>()
    let revocationFeed = Broadcast<EntitlementChange>()
    let storefrontFeed = Broadcast<SKStorefront?>()
    /// What the client does, for the app's log.
    public let log = PurchaseLog()
    private let observer = TransactionObserver()
    private let delegate = QueueDelegate()

    /// What the client knows and waits for.
    struct State: Sendable {
        var router = TransactionRouter()
        var productRequests = JoinedRequests<Set<String>, RetrieveResults>()
        var refreshRequests = JoinedRequests<ReceiptRefresh, FetchReceiptResult>()
        var handlers = AppHandlers()
        var desk: DeliveryDesk?
        var openTransactions = OpenTransactions()
    }

    init(queue: any PaymentQueue & Sendable, services: StoreServices, callbacks: CallbackQueue) {
        self.queue = queue
        self.services = services
        self.callbacks = callbacks
        observer.attach(to: self)
        delegate.attach(to: self)
        // The app's own delegate stays, if it has set one.
        if let queue = queue as? SKPaymentQueue, queue.delegate == nil { queue.delegate = delegate }
        queue.add(observer)
    }

    deinit {
        queue.remove(observer)
        state.withLock { $0.desk }?.close()
        transactionFeed.finish()
        entitlementFeed.finish()
        revocationFeed.finish()
        storefrontFeed.finish()
    }

    /// The client's own place to remember things.
    package var storage: any KeyValueStorage { services.storage }

    /// Hears of no transaction any more; what is not finished comes back at the next launch.
    package func leaveQueue() { queue.remove(observer) }

    /// Carries out what the router decided.
    func perform(_ actions: [ClientAction]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: ClientAction) {
        switch action {
        case .purchase(let handler, let result, let finished):
            deliver(finishing: finished) { handler(result) }
        case .restore(let handlers, let results, let finished):
            deliver(finishing: finished) {
                for handler in handlers { handler(results) }
            }
        case .complete(let handler, let purchases, let finished):
            deliver(finishing: finished) { handler(purchases) }
        case .startRestore(let applicationUsername):
            queue.restoreCompletedTransactions(withApplicationUsername: applicationUsername)
        case .deliver(let transactions):
            if !transactions.isEmpty { state.withLock { $0.desk }?.take(transactions) }
        case .finish(let transactions):
            deliver(finishing: transactions) {}
        }
    }

    /// Delivers, then finishes.
    private func deliver(finishing transactions: [SKPaymentTransaction], _ body: @escaping @Sendable () -> Void) {
        callbacks.enqueue { [queue] in
            body()
            for transaction in transactions { queue.finishTransaction(transaction) }
        }
    }
}

/// The one key of receipt refreshes: all of them join.
struct ReceiptRefresh: Hashable, Sendable {}

/// The functions that the app has set.
struct AppHandlers: Sendable {
    var shouldAddStorePayment: ShouldAddStorePaymentHandler?
    /// Purchases that were begun in the App Store before the app said whether it wants them.
    var heldStorePayments: [StorePayment] = []
    var shouldShowPriceConsent: ShouldShowPriceConsentHandler?
    var shouldContinueTransaction: ShouldContinueTransactionHandler?
    #if !os(visionOS)
        var updatedDownloads: UpdatedDownloadsHandler?
    #endif
    var entitlementRevocation: Handler<[String]>?
}
