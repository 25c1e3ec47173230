/// A part of StoreKit that a test session can let fail.
public protocol FailableStoreKitAPI<Failure>: Sendable {
    /// How it can fail.
    associatedtype Failure: SKTestFailure
}

/// Loading products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.LoadProducts

    /// Loading products.
    public init() {}
}

/// Buying in the app.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.Purchase

    /// Buying in the app.
    public init() {}
}

/// Restoring purchases and refreshing the receipt.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.AppStoreSync

    /// Restoring purchases and refreshing the receipt.
    public init() {}
}

/// Redeeming an offer code.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    /// Redeeming an offer code.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    /// Loading products.
    public static var loadProducts: StoreKitLoadProductsAPI { StoreKitLoadProductsAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    /// Buying in the app.
    public static var purchase: StoreKitPurchaseAPI { StoreKitPurchaseAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// Restoring purchases and refreshing the receipt.
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// Redeeming an offer code.
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}
