public import Foundation

#if canImport(StoreKit)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension StoreClient {
    /// Asks the store for products; a cancelled task gets a `CancellationError` in the results.
    nonisolated(nonsending) public func retrieveProductsInfo(_ productIds: Set<String>) async -> RetrieveResults {
        await RunningCall.value { retrieveProductsInfo(productIds, completion: $0) }
    }

    /// Retrieves a product, then buys it. Cancelling the task works until the payment is made.
    nonisolated(nonsending) public func purchaseProduct(
        _ productId: String,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false
    ) async -> PurchaseResult {
        await RunningCall.value { completion in
            purchaseProduct(
                productId,
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                completion: completion
            )
        }
    }

    /// Buys a product. A payment cannot be taken back: cancelling the task does not cancel it.
    nonisolated(nonsending) public func purchaseProduct(
        _ product: SKProduct,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil
    ) async -> PurchaseResult {
        await RunningCall.value { completion in
            purchaseProduct(
                product,
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                paymentDiscount: paymentDiscount,
                completion: completion
            )
            return nil
        }
    }

    /// Restores what the customer bought earlier; a call while a restore runs joins it.
    nonisolated(nonsending) public func restorePurchases(
        atomically: Bool = true,
        applicationUsername: String = ""
    ) async -> RestoreResults {
        await RunningCall.value { completion in
            restorePurchases(
                atomically: atomically,
                applicationUsername: applicationUsername,
                completion: completion
            )
            return nil
        }
    }

    /// The receipt, from the device or, if it is missing or `forceRefresh` is true, from the store.
    ///
    /// - Throws: ``ReceiptError``; a cancelled task gets `.networkError` with a `CancellationError`.
    nonisolated(nonsending) public func fetchReceipt(forceRefresh: Bool) async throws(ReceiptError) -> Data {
        let result: FetchReceiptResult = await RunningCall.value {
            fetchReceipt(forceRefresh: forceRefresh, completion: $0)
        }
        switch result {
        case .success(let receiptData): return receiptData
        case .error(let error): throw error
        }
    }

    /// Fetches the receipt, then has `validator` check and decode it.
    ///
    /// - Throws: ``ReceiptError``.
    nonisolated(nonsending) public func verifyReceipt(
        using validator: any ReceiptValidator,
        forceRefresh: Bool = false
    ) async throws(ReceiptError) -> ReceiptInfo {
        let result: VerifyReceiptResult = await RunningCall.value {
            verifyReceipt(using: validator, forceRefresh: forceRefresh, completion: $0)
        }
        switch result {
        case .success(let receipt): return receipt
        case .error(let error): throw error
        }
    }
}
