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

/// Looking whether what the store signed is to be believed.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.Verification

    /// Looking whether what the store signed is to be believed.
    public init() {}
}

/// Bringing purchases up to date: sync, restore, and a refresh of the receipt.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.AppStoreSync

    /// Bringing purchases up to date: sync, restore, and a refresh of the receipt.
    public init() {}
}

/// Asking where subscriptions stand.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.SubscriptionStatus

    /// Asking where subscriptions stand.
    public init() {}
}

/// Asking for the app transaction, also anew.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.AppTransaction

    /// Asking for the app transaction, also anew.
    public init() {}
}

/// The sheet for subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.ManageSubscriptions

    /// The sheet for subscriptions.
    public init() {}
}

/// The sheet for refunds.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    /// How it can fail.
    public typealias Failure = SKTestFailures.RefundRequest

    /// The sheet for refunds.
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

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    /// Looking whether what the store signed is to be believed.
    public static var verification: StoreKitVerificationAPI { StoreKitVerificationAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// Bringing purchases up to date: sync, restore, and a refresh of the receipt.
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    /// Asking where subscriptions stand.
    public static var subscriptionStatus: StoreKitSubscriptionStatusAPI { StoreKitSubscriptionStatusAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    /// Asking for the app transaction, also anew.
    public static var appTransaction: StoreKitAppTransactionAPI { StoreKitAppTransactionAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    /// The sheet for subscriptions.
    public static var manageSubscriptions: StoreKitManageSubscriptionsAPI { StoreKitManageSubscriptionsAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    /// The sheet for refunds.
    public static var refundRequest: StoreKitRefundRequestAPI { StoreKitRefundRequestAPI() }
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// Redeeming an offer code.
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}
