public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension SwiftyStoreKit {
    /// Asks the store for products; a cancelled task gets a `CancellationError` in the results.
    nonisolated(nonsending)
        public class func retrieveProductsInfo(_ productIds: Set<String>) async -> RetrieveResults
    {
        await client.retrieveProductsInfo(productIds)
    }

    /// Retrieves a product, then buys it. Cancelling the task before the payment ends the call, later it ends the wait.
    nonisolated(nonsending) public class func purchaseProduct(
        _ productId: String,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false
    ) async -> PurchaseResult {
        await client.purchaseProduct(
            productId,
            quantity: quantity,
            atomically: atomically,
            applicationUsername: applicationUsername,
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox
        )
    }

    /// Buys a product. A payment cannot be taken back: cancelling the task ends the wait, and the purchase comes to
    /// `deliver` or `completeTransactions`.
    nonisolated(nonsending) public class func purchaseProduct(
        _ product: SKProduct,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil
    ) async -> PurchaseResult {
        await client.purchaseProduct(
            product,
            quantity: quantity,
            atomically: atomically,
            applicationUsername: applicationUsername,
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
            paymentDiscount: paymentDiscount
        )
    }

    /// Restores what the customer bought earlier; a call while a restore runs joins it. Cancelling the task ends the wait.
    nonisolated(nonsending) public class func restorePurchases(
        atomically: Bool = true,
        applicationUsername: String = ""
    ) async -> RestoreResults {
        await client.restorePurchases(atomically: atomically, applicationUsername: applicationUsername)
    }

    /// The receipt, from the device or, if it is missing or `forceRefresh` is true, from the store.
    ///
    /// - Throws: ``ReceiptError``; a cancelled task gets `.networkError` with a `CancellationError`.
    nonisolated(nonsending)
        public class func fetchReceipt(forceRefresh: Bool) async throws(ReceiptError) -> Data
    {
        try await client.fetchReceipt(forceRefresh: forceRefresh)
    }

    /// Fetches the receipt, then has `validator` check and decode it.
    ///
    /// Cancelling the task works while the receipt is fetched; a validator that runs is waited for.
    ///
    /// - Throws: ``ReceiptError``.
    nonisolated(nonsending) public class func verifyReceipt(
        using validator: any ReceiptValidator,
        forceRefresh: Bool = false
    ) async throws(ReceiptError) -> ReceiptInfo {
        try await client.verifyReceipt(using: validator, forceRefresh: forceRefresh)
    }
}
