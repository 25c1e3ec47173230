/// What the helper tells an app, and writes into its log.
public enum IAPNotification: Error, Equatable {
    // The product configuration
    /// The configuration file is not in the bundle.
    case configurationCantFindInBundle
    /// The configuration file cannot be read.
    case configurationCantReadData
    /// The configuration file is not what its name says.
    case configurationCantDecode
    /// There are no product identifiers to ask the App Store for.
    case configurationNoProductIds
    /// The configuration file has no products.
    case configurationEmpty
    /// The product identifiers were read.
    case configurationSuccess
    /// There is no product configuration.
    case configurationFailure

    // What is remembered for the day when there is no receipt
    /// What is remembered agrees with the receipt now.
    case purchasedProductsValidatedAgainstReceipt
    /// What is remembered was read.
    case purchasedProductsLoadSuccess
    /// What is remembered could not be read.
    case purchasedProductsLoadFailure

    // Purchases
    /// A purchase was asked for.
    case purchaseStarted
    /// Nothing was done, because a purchase is in progress.
    case purchaseAbortPurchaseInProgress
    /// The App Store does not sell the product.
    case purchaseProductUnavailable(productId: ProductId)
    /// The customer is asked to pay.
    case purchaseInProgress(productId: ProductId)
    /// The customer cancelled.
    case purchaseCancelled(productId: ProductId)
    /// Somebody has to approve the purchase, or to authenticate it; what becomes of it is told later.
    case purchaseDeferred(productId: ProductId)
    /// A restore was asked for.
    case purchaseRestoreStarted
    /// The product was restored.
    case purchaseRestoreSuccess(productId: ProductId)
    /// The restore failed; the identifier is empty where the failure is not about one product.
    case purchaseRestoreFailure(productId: ProductId)
    /// The product was bought: deliver it before you return.
    case purchaseSuccess(productId: ProductId)
    /// The product was not bought.
    case purchaseFailure(productId: ProductId)

    // The receipt
    /// The receipt is going to be validated.
    case receiptValidationStarted
    /// Nobody knows where the receipt is.
    case receiptBadUrl
    /// There is no receipt.
    case receiptMissing
    /// The receipt is a signed container.
    case receiptLoadSuccess
    /// The receipt could not be loaded.
    case receiptLoadFailure
    /// The receipt is signed by the App Store.
    case receiptValidateSigningSuccess
    /// The receipt is not signed by the App Store.
    case receiptValidateSigningFailure
    /// The receipt's content was read.
    case receiptReadSuccess
    /// The receipt's content could not be read.
    case receiptReadFailure
    /// The App Store was asked for a new receipt.
    case receiptRefreshStarted
    /// The App Store has written a new receipt.
    case receiptRefreshSuccess
    /// The App Store has not written a new receipt.
    case receiptRefreshFailure
    /// The receipt is valid, and what is remembered agrees with it.
    case receiptProcessingSuccess
    /// The receipt does not count.
    case receiptProcessingFailure
    /// The receipt is one of this app on this device.
    case receiptValidationSuccess
    /// The receipt is none of this app on this device.
    case receiptValidationFailure

    // Requests for products
    /// The App Store was asked for products.
    case requestProductsStarted
    /// The App Store has answered.
    case requestProductsDidFinish
    /// The App Store knows none of the products.
    case requestProductsNoProducts
    /// The App Store does not know some of the products.
    case requestProductsInvalidProducts
    /// There are products.
    case requestProductsSuccess
    /// The App Store could not be asked.
    case requestProductsFailure

    // Requests for receipts
    /// There is a new receipt.
    case requestReceiptRefreshSuccess
    /// There is no new receipt.
    case requestReceiptRefreshFailure

    // The App Store
    /// The customer's storefront is another one.
    case appStoreChanged
    /// The customer does not own the product any more.
    case appStoreRevokedEntitlements(productId: ProductId)
    /// No products were retrieved yet.
    case appStoreNoProductInfo
}
