public import AppStoreModels
public import Foundation

extension AppReceipt {
    /// The receipt as Apple's `verifyReceipt` writes it in the member `receipt`.
    ///
    /// All fields but the request date equal those of Apple's recorded answers for the same receipts: numbers at the
    /// top level, strings in purchases, no member for what a receipt leaves empty.
    ///
    /// - Parameter requestDate: When the question was asked.
    public func verifyReceiptJSON(requestDate: Date) -> VerifyReceiptAppReceipt {
        var answer = VerifyReceiptAppReceipt()
        answer.receiptType = environment?.rawValue
        answer.adamID = appItemID
        answer.appItemID = appItemID
        answer.bundleID = bundleID
        answer.applicationVersion = appVersion
        answer.downloadID = downloadID
        answer.versionExternalIdentifier = versionExternalID
        answer.receiptCreationDate = creationDate
        answer.requestDate = requestDate
        answer.originalPurchaseDate = originalPurchaseDate
        answer.originalApplicationVersion = originalAppVersion
        answer.preorderDate = preorderDate
        answer.expirationDate = expirationDate
        answer.inApp = inAppPurchases.map { $0.verifyReceiptJSON() }
        return answer
    }
}

extension InAppPurchaseRecord {
    /// The record as Apple's `verifyReceipt` writes it in `in_app`.
    public func verifyReceiptJSON() -> VerifyReceiptTransaction {
        var answer = VerifyReceiptTransaction(json: JSONObject(capacity: 24))
        answer.quantity = quantity
        answer.productID = productID
        answer.transactionID = transactionID
        answer.originalTransactionID = originalTransactionID
        answer.purchaseDate = purchaseDate
        answer.originalPurchaseDate = originalPurchaseDate
        answer.expiresDate = expiresDate
        answer.webOrderLineItemID = webOrderLineItemID.map { String($0) }
        answer.isTrialPeriod = isTrialPeriod
        answer.isInIntroOfferPeriod = isInIntroOfferPeriod
        answer.promotionalOfferID = promotionalOfferID
        answer.cancellationDate = cancellationDate
        answer.cancellationReason = cancellationReason
        // Apple's one recorded answer for a receipt with this attribute says so; what other values mean nobody knows.
        if ownership == 0 { answer.inAppOwnershipType = .purchased }
        return answer
    }
}
