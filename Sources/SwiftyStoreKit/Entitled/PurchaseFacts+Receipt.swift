public import AppReceipt
public import AppStoreModels
public import Entitlements
import Foundation

extension PurchaseFacts {
    /// The facts that a receipt states: each purchase as it stood when the receipt was made.
    ///
    /// A receipt names the kind of each product, which an answer of `verifyReceipt` does not.
    ///
    /// - Parameter receipt: What a validator gave. One that names no environment counts as production's.
    public init(_ receipt: Verified<AppReceipt>) {
        let source = ReceiptSource(
            environment: receipt.environment?.appStoreEnvironment ?? .production,
            bundleID: receipt.bundleID,
            statedDate: receipt.creationDate
        )
        let facts = receipt.inAppPurchases.map { PurchaseFact($0, from: source) }
        let beginnings = PeriodBeginnings(facts)
        self.init(
            purchases: facts.map { fact in
                guard beginnings.replace(fact) else { return fact }
                var fact = fact
                fact.isUpgraded = true
                return fact
            }
        )
    }
}

/// What all purchases of one receipt have in common.
private struct ReceiptSource {
    let environment: AppStoreEnvironment
    let bundleID: String
    let statedDate: Date
}

extension PurchaseFact {
    fileprivate init(_ record: InAppPurchaseRecord, from source: ReceiptSource) {
        self.init(
            transactionID: record.transactionID,
            originalTransactionID: record.originalTransactionID,
            productID: record.productID,
            environment: source.environment,
            purchaseDate: record.purchaseDate,
            statedDate: source.statedDate
        )
        bundleID = source.bundleID
        originalPurchaseDate = record.originalPurchaseDate
        expiresDate = record.expiresDate
        productType = record.productKind?.productType ?? (record.expiresDate == nil ? nil : .autoRenewableSubscription)
        quantity = Int(exactly: record.quantity) ?? 1
        revocationDate = record.cancellationDate
        revocationReason = record.cancellationReason
        isFreeTrial = record.isTrialPeriod ?? false
        inAppOwnershipType = record.ownership == 0 ? .purchased : nil
        webOrderLineItemID = record.webOrderLineItemID.map { String($0) }
        if let identifier = record.promotionalOfferID {
            (offerType, offerIdentifier) = (.promotional, identifier)
        } else if isFreeTrial {
            (offerType, offerDiscountType) = (.introductory, .freeTrial)
        } else if record.isInIntroOfferPeriod == true {
            offerType = .introductory
        }
    }
}
