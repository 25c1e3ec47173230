import AppReceipt
import AppStoreModels

extension ReceiptItem {
    /// Reads one element of `in_app` or `latest_receipt_info`.
    ///
    /// Numbers and strings count alike, and a date may be there in milliseconds only. Nil without product, transaction or
    /// purchase date; what else is missing has a default: one unit, the transaction itself as the original.
    public init?(receiptInfo: ReceiptInfo) {
        self.init(VerifyReceiptTransaction(json: JSONObject(receiptInfo: receiptInfo)))
    }

    init?(_ transaction: VerifyReceiptTransaction) {
        guard let productID = transaction.productID, !productID.isEmpty,
            let transactionID = transaction.transactionID, !transactionID.isEmpty,
            let purchaseDate = transaction.purchaseDate ?? transaction.originalPurchaseDate
        else { return nil }
        self.init(
            productId: productID,
            quantity: transaction.quantity.flatMap(Int.init(exactly:)) ?? 1,
            transactionId: transactionID,
            originalTransactionId: transaction.originalTransactionID ?? transactionID,
            purchaseDate: purchaseDate,
            originalPurchaseDate: transaction.originalPurchaseDate ?? purchaseDate,
            webOrderLineItemId: transaction.webOrderLineItemID,
            subscriptionExpirationDate: transaction.expiresDate,
            cancellationDate: transaction.cancellationDate,
            isTrialPeriod: transaction.isTrialPeriod ?? false,
            isInIntroOfferPeriod: transaction.isInIntroOfferPeriod ?? false,
            isUpgraded: transaction.isUpgraded ?? false
        )
    }

    /// A purchase of a receipt that was validated on the device; nil without product or transaction.
    init?(_ record: InAppPurchaseRecord) {
        guard !record.productID.isEmpty, !record.transactionID.isEmpty else { return nil }
        self.init(
            productId: record.productID,
            quantity: Int(exactly: record.quantity) ?? 1,
            transactionId: record.transactionID,
            originalTransactionId: record.chainID,
            purchaseDate: record.purchaseDate,
            originalPurchaseDate: record.originalPurchaseDate ?? record.purchaseDate,
            webOrderLineItemId: record.webOrderLineItemID.map { String($0) },
            subscriptionExpirationDate: record.expiresDate,
            cancellationDate: record.cancellationDate,
            isTrialPeriod: record.isTrialPeriod ?? false,
            isInIntroOfferPeriod: record.isInIntroOfferPeriod ?? false,
            isUpgraded: false
        )
    }
}
