import AppStoreModels
import Foundation

extension PurchaseFact {
    /// The fact that one element of `in_app` or `latest_receipt_info` states.
    init(
        _ element: VerifyReceiptTransaction,
        from source: VerifyReceiptSource,
        statedDate: Date
    ) throws(FactError) {
        guard let transactionID = element.transactionID else { throw FactError(missing: "transaction_id") }
        guard let productID = element.productID else {
            throw FactError(missing: "product_id", transactionID: transactionID)
        }
        guard let purchaseDate = element.purchaseDate else {
            throw FactError(missing: "purchase_date_ms", transactionID: transactionID)
        }
        self.init(
            transactionID: transactionID,
            originalTransactionID: element.originalTransactionID,
            productID: productID,
            environment: source.environment,
            purchaseDate: purchaseDate,
            statedDate: statedDate
        )
        bundleID = source.bundleID
        addDetails(of: element)
    }

    private mutating func addDetails(of element: VerifyReceiptTransaction) {
        originalPurchaseDate = element.originalPurchaseDate
        expiresDate = element.expiresDate
        productType = expiresDate == nil ? nil : .autoRenewableSubscription
        quantity = element.quantity.flatMap(Int.init(exactly:)) ?? 1
        revocationDate = element.cancellationDate
        revocationReason = element.cancellationReason
        isUpgraded = element.isUpgraded ?? false
        isFreeTrial = element.isTrialPeriod ?? false
        inAppOwnershipType = element.inAppOwnershipType
        subscriptionGroupID = element.subscriptionGroupID
        webOrderLineItemID = element.webOrderLineItemID
        appAccountToken = element.json[string: "app_account_token"].flatMap(UUID.init(uuidString:))
    }
}

extension RenewalFact {
    /// The fact that one element of `pending_renewal_info` states.
    init(
        _ element: VerifyReceiptRenewalInfo,
        from source: VerifyReceiptSource,
        statedDate: Date
    ) throws(FactError) {
        guard let original = element.originalTransactionID else {
            throw FactError(missing: "original_transaction_id")
        }
        self.init(originalTransactionID: original, environment: source.environment, statedDate: statedDate)
        productID = element.productID
        autoRenewStatus = element.autoRenewStatus
        autoRenewProductID = element.autoRenewProductID
        expirationIntent = element.expirationIntent
        isInBillingRetryPeriod = element.isInBillingRetryPeriod
        gracePeriodExpiresDate = element.gracePeriodExpiresDate
    }
}
