#if canImport(StoreKit)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// The app's answer to purchases that were begun in the App Store.
// Sendable is safe: StoreKit asks on its own queue and waits for the answer; the client hands the question on there. A
// question that came before there was an answer is asked on the callback queue.
struct StorePaymentHandler: @unchecked Sendable {
    let body: ShouldAddStorePaymentHandler
}

/// A purchase that was begun in the App Store.
// Sendable is safe: StoreKit made the payment for this one call and does not keep it; the client shows it to the app
// once, on the callback queue, and gives it back to the payment queue there.
struct StorePayment: @unchecked Sendable {
    let payment: SKPayment
    let product: SKProduct
}

/// The app's answer to whether the price consent sheet may be shown now.
// Sendable is safe: StoreKit asks on its own queue and waits for the answer; the client hands the question on there.
struct PriceConsentHandler: @unchecked Sendable {
    let body: ShouldShowPriceConsentHandler
}

/// The app's answer to whether a purchase goes on in another storefront.
// Sendable is safe: StoreKit asks on its own queue and waits for the answer; the client hands the question on there.
struct StorefrontHandler: @unchecked Sendable {
    let body: ShouldContinueTransactionHandler
}
