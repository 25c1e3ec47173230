public import Foundation

/// The queue of the customer's transactions on one device.
///
/// ``default()`` is the queue of the ``LocalDevice`` in use. Observers are called on the device's callback queue, never
/// from inside the call that caused it, and every transaction comes back until it is finished.
// Sendable is safe: everything that changes is in `core`, behind its lock.
open class SKPaymentQueue: NSObject, @unchecked Sendable {
    let core: PaymentQueueCore

    /// Another face of the queue of the device in use, for subclasses.
    public override init() {
        core = LocalDevice.inUse.core
        super.init()
    }

    init(core: PaymentQueueCore) {
        self.core = core
        super.init()
    }

    /// The queue of the device in use.
    open class func `default`() -> Self {
        guard let queue = LocalDevice.inUse.queue as? Self else {
            preconditionFailure("SKPaymentQueue.default() is a SKPaymentQueue, not a \(Self.self)")
        }
        return queue
    }

    /// Whether the customer may buy here.
    open class func canMakePayments() -> Bool {
        LocalDevice.inUse.canMakePayments
    }

    /// Who answers the queue's questions; not retained. Set it before an observer is added.
    open var delegate: (any SKPaymentQueueDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// The national store of the customer's account.
    open var storefront: SKStorefront? { core.device?.session.storefront }

    /// The observers that are alive.
    open var transactionObservers: [any SKPaymentTransactionObserver] { core.observers }

    /// The transactions that are not finished; only valid while there is an observer.
    open var transactions: [SKPaymentTransaction] { core.transactions }

    /// Buys. The payment is copied; every call buys once more.
    ///
    /// - Precondition: The payment names a product and a quantity above zero.
    open func add(_ payment: SKPayment) {
        let fields = PaymentFields(payment)
        precondition(!fields.productIdentifier.isEmpty, "A payment must have a product identifier")
        precondition(fields.quantity > 0, "A payment's quantity must be greater than 0, not \(fields.quantity)")
        core.add(fields, to: self)
    }

    /// Delivers a restored transaction for each finished purchase of a restorable kind.
    open func restoreCompletedTransactions() {
        core.restore(applicationUsername: nil, to: self)
    }

    /// Restores what was bought with the same `username`; nil or an empty name restores everything.
    open func restoreCompletedTransactions(withApplicationUsername username: String?) {
        core.restore(applicationUsername: username, to: self)
    }

    /// Takes a delivered transaction off the queue; doing it twice is harmless.
    ///
    /// - Precondition: The transaction is not `.purchasing`.
    open func finishTransaction(_ transaction: SKPaymentTransaction) {
        precondition(transaction.transactionState != .purchasing, "Cannot finish a purchasing transaction")
        core.finish(transaction)
    }

    /// Starts downloads; one that runs or has ended is left alone.
    open func start(_ downloads: [SKDownload]) { core.start(downloads) }

    /// Pauses downloads; what has arrived stays.
    open func pause(_ downloads: [SKDownload]) { core.pause(downloads) }

    /// Goes on with paused downloads where they stopped.
    open func resume(_ downloads: [SKDownload]) { core.start(downloads) }

    /// Ends downloads for good; what has arrived is removed.
    open func cancel(_ downloads: [SKDownload]) { core.cancel(downloads) }

    /// Has `observer` hear of transactions, without retaining it; the first one gets everything unfinished.
    open func add(_ observer: any SKPaymentTransactionObserver) {
        core.add(observer)
    }

    /// `observer` does not hear of transactions any more.
    open func remove(_ observer: any SKPaymentTransactionObserver) {
        core.remove(observer)
    }

    /// Shows the price consent sheet if an increase waits for an answer.
    open func showPriceConsentIfNeeded() { core.showPriceConsent() }

    /// Shows the sheet that redeems offer codes; what a code gives comes as a purchase.
    open func presentCodeRedemptionSheet() { core.presentCodeRedemption() }

    /// Shows the observers what is unfinished and was not shown yet; returns when they have seen it.
    package func lookAgain() async { await core.lookAgain() }
}
