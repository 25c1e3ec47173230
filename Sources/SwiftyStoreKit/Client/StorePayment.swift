#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A purchase that was begun in the App Store.
// Sendable is safe: StoreKit made the payment for this one call and does not keep it; the client shows it to the app
// once, on the callback queue, and gives it back to the payment queue there.
struct StorePayment: @unchecked Sendable {
    let payment: SKPayment
    let product: SKProduct
    /// The win-back offer that the customer saw there; StoreKit 2 alone tells it.
    var winBackOfferID: String? { (product as? StoreKit2Product)?.winBackOfferID }
}
