import AppStoreModels
import Foundation

extension VerifyReceiptTransaction {
    /// An element of `latest_receipt_info` from a signed transaction.
    ///
    /// - Parameters:
    ///   - transaction: What the App Store signed.
    ///   - replacedAt: When a higher level replaced it; it counts as cancelled then. nil if none did.
    ///   - isRecordedTrial: Whether the receipt calls it a free trial. Counts only where the transaction does not say.
    init(_ transaction: TransactionPayload, replacedAt: Date?, isRecordedTrial: Bool) {
        self.init()
        quantity = transaction.quantity
        productID = transaction.productID
        transactionID = transaction.transactionID
        originalTransactionID = transaction.originalTransactionID
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expiresDate = transaction.expiresDate
        webOrderLineItemID = transaction.webOrderLineItemID
        setOffer(transaction, isRecordedTrial)
        if let date = transaction.revocationDate ?? replacedAt {
            cancellationDate = date
            cancellationReason = transaction.revocationReason ?? .other
        }
        if transaction.isUpgraded == true { isUpgraded = true }
        inAppOwnershipType = transaction.inAppOwnershipType
        subscriptionGroupID = transaction.subscriptionGroupID
        appAccountToken = transaction.appAccountToken
    }

    private mutating func setOffer(_ transaction: TransactionPayload, _ isRecordedTrial: Bool) {
        let isIntroductory = transaction.offerType == .introductory
        // Transactions of before 2023 name no discount type, and older ones no price.
        let isFree =
            transaction.offerDiscountType.map { $0 == "FREE_TRIAL" } ?? transaction.price.map { $0 == 0 }
            ?? isRecordedTrial
        isTrialPeriod = isIntroductory && isFree
        if transaction.type == .autoRenewableSubscription { isInIntroOfferPeriod = isIntroductory && !isFree }
        switch transaction.offerType {
        case .promotional: promotionalOfferID = transaction.offerIdentifier
        case .offerCode: offerCodeReferenceName = transaction.offerIdentifier
        default: break
        }
    }
}
