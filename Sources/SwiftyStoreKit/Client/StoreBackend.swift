#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What the client asks of the store: one answer by StoreKit 1, one by StoreKit 2.
///
/// A backend speaks in transactions of the payment queue, so that everything above it is written once. What happens it
/// tells the client by the functions of `StoreClient+Events`.
protocol StoreBackend: Sendable {
    /// Which of the two it is.
    var storeKit: StoreKitChoice { get }

    /// The customer's national store.
    var storefront: SKStorefront? { get }

    /// Tells `client` from now on what happens, beginning with what earlier launches left unfinished.
    func begin(telling client: StoreClient)

    /// Tells nobody anything any more; what is not finished comes back at the next launch.
    func end()

    /// Buys. The product is the one that the payment is of, if the caller has it.
    ///
    /// - Parameter winBackOfferID: The offer for who comes back; StoreKit 2 alone has such.
    func buy(_ payment: SKPayment, of product: SKProduct, winBackOfferID: String?)

    /// Restores what was bought with `username`; nil restores everything.
    func restore(applicationUsername username: String?)

    /// Shows what is unfinished and was not shown yet, and tells what was taken away; returns when that is done.
    func lookAgain() async

    /// Takes a delivered transaction off the queue.
    func finish(_ transaction: SKPaymentTransaction)

    /// Something was finished that was taken back while its delivery failed: given back, it is to be delivered.
    func spare(_ transaction: SKPaymentTransaction)

    #if os(iOS) || os(visionOS) || os(Linux)
        /// Shows the sheet that asks for consent to a higher price, if one waits for an answer.
        func showPriceConsentIfNeeded()

        /// Shows the sheet on which the customer redeems an offer code.
        func presentCodeRedemptionSheet()
    #endif

    #if !os(visionOS)
        /// Changes how downloads go on.
        func perform(_ change: DownloadChange, on downloads: [SKDownload])
    #endif
}

/// What the app does with downloads.
enum DownloadChange: Sendable {
    case start, pause, resume, cancel
}
