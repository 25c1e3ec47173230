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
        let beginnings = PeriodBeginnings(receipt.inAppPurchases)
        self.init(
            purchases: receipt.inAppPurchases.map { record in
                var fact = PurchaseFact(record, from: source)
                fact.isUpgraded = beginnings.replace(record)
                return fact
            }
        )
    }
}

/// Which product each period of a receipt is of, by its chain and its beginning.
///
/// A receipt says with one date that a purchase was refunded and that a higher level took its place. It was the latter if a
/// period of another product of the chain begins at that moment. Source: Apple, "Receipt Fields", cancellation date.
private struct PeriodBeginnings {
    private struct Beginning: Hashable {
        let chain: String
        let date: Date

        init(_ record: InAppPurchaseRecord, at date: Date) {
            (chain, self.date) = (record.originalTransactionID ?? record.transactionID, date)
        }
    }

    private var products: [Beginning: String] = [:]

    init(_ records: [InAppPurchaseRecord]) {
        // Most receipts have nothing that was cancelled.
        guard records.contains(where: { $0.cancellationDate != nil }) else { return }
        for record in records where record.expiresDate != nil {
            products[Beginning(record, at: record.purchaseDate)] = record.productID
        }
    }

    /// Whether another product took the place of a purchase when it was cancelled.
    func replace(_ record: InAppPurchaseRecord) -> Bool {
        guard let date = record.cancellationDate, record.expiresDate != nil else { return false }
        return products[Beginning(record, at: date)].map { $0 != record.productID } ?? false
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
