import AppStoreModels
import Foundation
import StoreConfiguration

extension VerifyReceiptTransaction {
    /// An element of `latest_receipt_info`.
    ///
    /// - Parameter upgradedDate: When a higher level replaced it; it counts as cancelled then.
    init(_ transaction: StoreTransaction, upgradedDate: Date?) {
        self.init(json: JSONObject(capacity: 24))
        quantity = Int64(transaction.quantity)
        productID = transaction.productID
        transactionID = transaction.transactionID
        originalTransactionID = transaction.originalTransactionID
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expiresDate = transaction.expiresDate
        webOrderLineItemID = transaction.webOrderLineItemID
        setOffer(transaction)
        setCancellation(transaction, upgradedDate)
        inAppOwnershipType = transaction.ownership
        subscriptionGroupID = transaction.subscriptionGroupID
        appAccountToken = transaction.appAccountToken
    }

    private mutating func setOffer(_ transaction: StoreTransaction) {
        let isIntroductory = transaction.offer?.type == .introductory
        let isFree = transaction.offer?.paymentMode == .freeTrial
        isTrialPeriod = isIntroductory && isFree
        if transaction.productType == .autoRenewableSubscription { isInIntroOfferPeriod = isIntroductory && !isFree }
        switch transaction.offer?.type {
        case .promotional: promotionalOfferID = transaction.offer?.identifier
        case .offerCode: offerCodeReferenceName = transaction.offer?.identifier
        default: break
        }
    }

    private mutating func setCancellation(_ transaction: StoreTransaction, _ upgradedDate: Date?) {
        if let date = transaction.revocationDate ?? upgradedDate {
            cancellationDate = date
            cancellationReason = transaction.revocationReason ?? .other
        }
        if transaction.isUpgraded { isUpgraded = true }
    }
}
