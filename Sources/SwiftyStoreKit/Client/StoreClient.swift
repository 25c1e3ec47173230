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
    let backend: any StoreBackend
    let services: StoreServices
    package let callbacks: CallbackQueue
    /// All that changes. Functions of the app are taken out under the lock and called after it.
    let state = Locked(State())
    let transactionFeed = Broadcast<Purchase>()
    let entitlementFeed = Broadcast<EntitlementChange>()
    let revocationFeed = Broadcast<EntitlementChange>()
    let storefrontFeed = Broadcast<SKStorefront?>()
    let unverifiedFeed = Broadcast<UnverifiedTransaction>()
    /// Sheets of the App Store that were closed.
    let sheetFeed = Broadcast<EntitlementChange.Cause>()
    /// Says that what is owned may be something else, also where that was told already.
    let ownershipFeed = Broadcast<Void>()
    /// What the client does, for the app's log.
    public let log = PurchaseLog()
    /// What was restored and is not finished.
    let restoredLedger: RestoredLedger
    /// StoreKit 2, which a client of StoreKit 1 asks, too, for what is signed.
    let context: StoreKit2Context?

    /// What the client knows and waits for.
    struct State: Sendable {
        var router = TransactionRouter()
        var productRequests = JoinedRequests<Set<String>, RetrieveResults>()
        var refreshRequests = JoinedRequests<ReceiptRefresh, FetchReceiptResult>()
        var handlers = AppHandlers()
        var desk: DeliveryDesk?
        var openTransactions = OpenTransactions()
        /// What was taken away after its delivery, until there is a desk to hear of it.
        var takenAway: Set<String> = []
        /// The products that those who follow were told are lost, and that were not bought since.
        var lostProducts: Set<String> = []
    }

    init(
        backend: any StoreBackend,
        services: StoreServices,
        context: StoreKit2Context? = nil,
        callbacks: CallbackQueue
    ) {
        self.backend = backend
        self.context = context
        self.services = services
        self.callbacks = callbacks
        restoredLedger = RestoredLedger(storage: services.storage) { [log] in log.note(.storageFailed, error: $0) }
        backend.begin(telling: self)
    }

    /// A client on a payment queue of StoreKit 1.
    convenience init(queue: any PaymentQueue & Sendable, services: StoreServices, callbacks: CallbackQueue) {
        self.init(backend: StoreKit1Backend(queue), services: services, callbacks: callbacks)
    }

    deinit {
        backend.end()
        state.withLock { $0.desk }?.close()
        transactionFeed.finish()
        entitlementFeed.finish()
        revocationFeed.finish()
        storefrontFeed.finish()
        unverifiedFeed.finish()
        sheetFeed.finish()
        ownershipFeed.finish()
    }

    /// Which of Apple's interfaces this client works on: StoreKit 1 or StoreKit 2.
    public var storeKit: StoreKitChoice { backend.storeKit }

    /// The client's own place to remember things.
    package var storage: any KeyValueStorage { services.storage }

    /// Hears of no transaction any more; what is not finished comes back at the next launch.
    package func leaveQueue() { backend.end() }

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
            backend.restore(applicationUsername: applicationUsername)
        case .deliver(let transactions):
            if !transactions.isEmpty { state.withLock { $0.desk }?.take(transactions) }
        case .finish(let transactions):
            deliver(finishing: transactions) {}
        }
    }

    /// Delivers, then finishes.
    private func deliver(finishing transactions: [SKPaymentTransaction], _ body: @escaping @Sendable () -> Void) {
        callbacks.enqueue { [backend] in
            body()
            for transaction in transactions { backend.finish(transaction) }
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

    /// How many purchases that were begun in the App Store wait for the app.
    static let maximumHeldStorePayments = 100

    /// Keeps a purchase until the app says whether it wants it; of too many the newest.
    mutating func hold(_ begun: StorePayment) {
        heldStorePayments.append(begun)
        if heldStorePayments.count > Self.maximumHeldStorePayments { heldStorePayments.removeFirst() }
    }
}
