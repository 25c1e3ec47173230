extension IAPNotification {
    /// A few words for people who read logs.
    public func shortDescription() -> String {
        words + (productId.map { ": " + $0 } ?? "")
    }

    /// The product that the notification is about.
    public var productId: ProductId? {
        switch self {
        case .purchaseProductUnavailable(let id), .purchaseInProgress(let id), .purchaseCancelled(let id),
            .purchaseDeferred(let id), .purchaseRestoreSuccess(let id), .purchaseRestoreFailure(let id),
            .purchaseSuccess(let id), .purchaseFailure(let id), .appStoreRevokedEntitlements(let id):
            id
        default: nil
        }
    }

    private var words: String {
        switch self {
        case .configurationCantFindInBundle: "Product configuration is not in the bundle"
        case .configurationCantReadData: "Product configuration cannot be read"
        case .configurationCantDecode: "Product configuration cannot be decoded"
        case .configurationNoProductIds: "No product identifiers"
        case .configurationEmpty: "Product configuration has no products"
        case .configurationSuccess: "Product configuration read"
        case .configurationFailure: "No product configuration"
        case .purchasedProductsValidatedAgainstReceipt: "Remembered purchases agree with the receipt"
        case .purchasedProductsLoadSuccess: "Remembered purchases loaded"
        case .purchasedProductsLoadFailure: "Remembered purchases cannot be loaded"
        case .appStoreChanged: "Storefront changed"
        case .appStoreRevokedEntitlements: "Product revoked"
        case .appStoreNoProductInfo: "No products retrieved yet"
        default: purchaseWords ?? receiptWords ?? requestWords
        }
    }

    private var purchaseWords: String? {
        switch self {
        case .purchaseStarted: "Purchase started"
        case .purchaseAbortPurchaseInProgress: "Nothing done: a purchase is in progress"
        case .purchaseProductUnavailable: "Product not for sale"
        case .purchaseInProgress: "Purchase in progress"
        case .purchaseCancelled: "Purchase cancelled"
        case .purchaseDeferred: "Purchase waits for approval"
        case .purchaseRestoreStarted: "Restore started"
        case .purchaseRestoreSuccess: "Purchase restored"
        case .purchaseRestoreFailure: "Restore failed"
        case .purchaseSuccess: "Purchase succeeded"
        case .purchaseFailure: "Purchase failed"
        default: nil
        }
    }

    private var receiptWords: String? {
        switch self {
        case .receiptValidationStarted: "Receipt validation started"
        case .receiptBadUrl: "Receipt has no place"
        case .receiptMissing: "Receipt missing"
        case .receiptLoadSuccess: "Receipt loaded"
        case .receiptLoadFailure: "Receipt cannot be loaded"
        case .receiptValidateSigningSuccess: "Receipt signature valid"
        case .receiptValidateSigningFailure: "Receipt signature not valid"
        case .receiptReadSuccess: "Receipt read"
        case .receiptReadFailure: "Receipt cannot be read"
        case .receiptRefreshStarted: "Receipt refresh started"
        case .receiptRefreshSuccess: "Receipt refreshed"
        case .receiptRefreshFailure: "Receipt refresh failed"
        case .receiptProcessingSuccess: "Receipt processed"
        case .receiptProcessingFailure: "Receipt does not count"
        case .receiptValidationSuccess: "Receipt valid"
        case .receiptValidationFailure: "Receipt not valid"
        default: nil
        }
    }

    private var requestWords: String {
        switch self {
        case .requestProductsStarted: "Products request started"
        case .requestProductsDidFinish: "Products request ended"
        case .requestProductsNoProducts: "Products request brought no products"
        case .requestProductsInvalidProducts: "Products request had unknown identifiers"
        case .requestProductsSuccess: "Products request brought products"
        case .requestProductsFailure: "Products request failed"
        case .requestReceiptRefreshSuccess: "Receipt request succeeded"
        case .requestReceiptRefreshFailure: "Receipt request failed"
        default: ""
        }
    }
}
