public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension StoreClient {
    /// Asks the store for products; a cancelled task gets a `CancellationError` in the results.
    nonisolated(nonsending) public func retrieveProductsInfo(_ productIds: Set<String>) async -> RetrieveResults {
        await RunningCall.value { retrieveProductsInfo(productIds, completion: $0) }
    }

    /// Retrieves a product, then buys it.
    ///
    /// Cancelling the task before the payment is made ends the call; after that it ends the wait, as for
    /// ``purchaseProduct(_:quantity:atomically:applicationUsername:simulatesAskToBuyInSandbox:paymentDiscount:)``.
    nonisolated(nonsending) public func purchaseProduct(
        _ productId: String,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false
    ) async -> PurchaseResult {
        let results = await retrieveProductsInfo([productId])
        guard let product = results.retrievedProducts.first else {
            return .error(error: SKError(missing: productId, results))
        }
        return await purchaseProduct(
            product,
            quantity: quantity,
            atomically: atomically,
            applicationUsername: applicationUsername,
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox
        )
    }

    /// Buys a product.
    ///
    /// A task that was cancelled before pays nothing: `.paymentCancelled`, with `mayHaveBeenCharged` false. A payment cannot
    /// be taken back. Cancelling the task after it ends the wait with `.paymentCancelled` above a `CancellationError`, and
    /// `mayHaveBeenCharged` true; the purchase then comes to `deliver` or `completeTransactions`.
    nonisolated(nonsending) public func purchaseProduct(
        _ product: SKProduct,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil
    ) async -> PurchaseResult {
        guard !Task.isCancelled else { return .error(error: SKError(beforePayment: CancellationError())) }
        return await RunningCall.value { completion in
            pay(
                for: product,
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                paymentDiscount: paymentDiscount,
                completion: completion
            )
        }
    }

    /// Restores what the customer bought earlier; a call while a restore runs joins it.
    ///
    /// A task that was cancelled before restores nothing. Cancelling it later ends the wait with `.paymentCancelled`; what
    /// the store still restores comes to `deliver` or `completeTransactions`.
    nonisolated(nonsending) public func restorePurchases(
        atomically: Bool = true,
        applicationUsername: String = ""
    ) async -> RestoreResults {
        guard !Task.isCancelled else {
            let error = SKError(beforePayment: CancellationError())
            return RestoreResults(restoredPurchases: [], restoreFailedPurchases: [(error, nil)])
        }
        return await RunningCall.value { completion in
            beginRestore(
                atomically: atomically,
                applicationUsername: applicationUsername,
                completion: completion
            )
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
    /// Cancelling the task works while the receipt is fetched; a validator that runs is waited for.
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
