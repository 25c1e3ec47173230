#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// What a client needs of a payment queue; `SKPaymentQueue` has it.
public protocol PaymentQueue: AnyObject {
    /// Has `observer` hear of transactions.
    func add(_ observer: any SKPaymentTransactionObserver)

    /// `observer` does not hear of transactions any more.
    func remove(_ observer: any SKPaymentTransactionObserver)

    /// Buys.
    func add(_ payment: SKPayment)

    #if !os(visionOS)
        /// Starts downloads.
        func start(_ downloads: [SKDownload])

        /// Pauses downloads.
        func pause(_ downloads: [SKDownload])

        /// Resumes downloads.
        func resume(_ downloads: [SKDownload])

        /// Cancels downloads.
        func cancel(_ downloads: [SKDownload])
    #endif

    /// Restores what was bought with `username`; nil restores everything.
    func restoreCompletedTransactions(withApplicationUsername username: String?)

    /// Takes a delivered transaction off the queue.
    func finishTransaction(_ transaction: SKPaymentTransaction)
}

extension SKPaymentQueue: PaymentQueue {}

/// Answers whether a purchase that was begun in the App Store is added to the queue; called on StoreKit's thread, which
/// waits for the answer.
public typealias ShouldAddStorePaymentHandler = @Sendable (_ payment: SKPayment, _ product: SKProduct) -> Bool

#if !os(visionOS)
    /// Hears how downloads go on; called on the callback queue.
    public typealias UpdatedDownloadsHandler = @Sendable (_ downloads: [SKDownload]) -> Void
#endif

/// Answers whether the sheet that asks for consent to a higher price may be shown now; called on StoreKit's thread, which
/// waits for the answer.
public typealias ShouldShowPriceConsentHandler = @Sendable () -> Bool

/// Answers whether a purchase goes on although the storefront has changed meanwhile; called on StoreKit's thread, which
/// waits for the answer.
public typealias ShouldContinueTransactionHandler =
    @Sendable (_ transaction: any PaymentTransaction, _ storefront: SKStorefront) -> Bool
