#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// In-app purchases with one function for each thing an app does.
///
/// ```swift
/// SwiftyStoreKit.deliver { purchase in
///     try await unlock(purchase.productId)
/// }
/// switch await SwiftyStoreKit.purchaseProduct("com.example.flowershop.greenhouse") {
/// case .success(let purchase): show("Thank you for \(purchase.productId)")
/// case .deferred: show("Somebody has to approve the purchase")
/// case .error(let error): show(error.localizedDescription)
/// }
/// ```
///
/// Call `deliver`, or ``completeTransactions(atomically:completion:)``, when the app starts. Completions run on the main queue, never
/// inside the call that caused them, each exactly once.
public class SwiftyStoreKit {
    init() {}

    static var client: StoreClient { .shared }

    /// Whether the customer may buy on this device.
    public class var canMakePayments: Bool { SKPaymentQueue.canMakePayments() }

    /// Asks the store for products; calls for the same identifiers share one request.
    @discardableResult
    public class func retrieveProductsInfo(
        _ productIds: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> any InAppRequest {
        client.retrieveProductsInfo(productIds, completion: completion)
    }

    /// Retrieves a product, then buys it.
    ///
    /// - Parameters:
    ///   - productId: The product's identifier.
    ///   - quantity: How many, 1 to 10.
    ///   - atomically: Whether the purchase is finished as soon as `completion` returns.
    ///   - applicationUsername: The customer's account in the app's own system, best a UUID; empty means none.
    ///   - simulatesAskToBuyInSandbox: Whether the purchase waits for approval, in test environments.
    ///   - completion: Called once.
    @discardableResult
    public class func purchaseProduct(
        _ productId: String,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        completion: @escaping (PurchaseResult) -> Void
    ) -> any InAppRequest {
        client.purchaseProduct(
            productId,
            quantity: quantity,
            atomically: atomically,
            applicationUsername: applicationUsername,
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
            completion: completion
        )
    }

    /// Buys a product that was retrieved before.
    ///
    /// - Parameters:
    ///   - product: What `retrieveProductsInfo` returned.
    ///   - quantity: How many, 1 to 10.
    ///   - atomically: Whether the purchase is finished as soon as `completion` returns.
    ///   - applicationUsername: The customer's account in the app's own system, best a UUID; empty means none.
    ///   - simulatesAskToBuyInSandbox: Whether the purchase waits for approval, in test environments.
    ///   - paymentDiscount: A signed promotional offer.
    ///   - completion: Called once.
    public class func purchaseProduct(
        _ product: SKProduct,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) {
        client.purchaseProduct(
            product,
            quantity: quantity,
            atomically: atomically,
            applicationUsername: applicationUsername,
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
            paymentDiscount: paymentDiscount,
            completion: completion
        )
    }

    /// Restores what the customer bought earlier; a call while a restore runs joins it.
    public class func restorePurchases(
        atomically: Bool = true,
        applicationUsername: String = "",
        completion: @escaping (RestoreResults) -> Void
    ) {
        client.restorePurchases(
            atomically: atomically,
            applicationUsername: applicationUsername,
            completion: completion
        )
    }

    /// Hears of every transaction that no other call waits for. Call it when the app starts.
    public class func completeTransactions(atomically: Bool = true, completion: @escaping ([Purchase]) -> Void) {
        client.completeTransactions(atomically: atomically, completion: completion)
    }

    /// Hears when products are not owned any more, by a refund or the end of Family Sharing.
    public class func onEntitlementRevocation(completion: @escaping ([String]) -> Void) {
        client.onEntitlementRevocation(completion: completion)
    }

    /// Takes a delivered transaction off the queue; twice is harmless.
    public class func finishTransaction(_ transaction: any PaymentTransaction) {
        client.finishTransaction(transaction)
    }

    /// Answers whether a purchase that was begun in the App Store is added; without it none is.
    public static var shouldAddStorePaymentHandler: ShouldAddStorePaymentHandler? {
        get { client.shouldAddStorePaymentHandler }
        set { client.shouldAddStorePaymentHandler = newValue }
    }
}
