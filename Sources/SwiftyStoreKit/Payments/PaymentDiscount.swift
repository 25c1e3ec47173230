#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// A signed promotional offer to buy with.
public struct PaymentDiscount: Sendable {
    let discount: SKPaymentDiscount

    /// The offer that StoreKit takes.
    public init(discount: SKPaymentDiscount) {
        self.discount = discount
    }
}
