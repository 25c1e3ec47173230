public import AppStoreModels
public import Foundation

/// What a purchase record of a receipt shall say.
public struct InAppPurchaseDraft: Sendable, Hashable {
    /// The product.
    public var productID: String
    /// The transaction.
    public var transactionID: String
    /// The first transaction of the chain.
    public var originalTransactionID: String
    /// When it was bought, or the period began.
    public var purchaseDate: Date
    /// When the chain began.
    public var originalPurchaseDate: Date
    /// The kind of the product.
    public var productKind: ReceiptProductKind
    /// How many were bought.
    public var quantity: Int64 = 1
    /// When the paid period ends; auto-renewable subscriptions only.
    public var expiresDate: Date?
    /// The subscription period; 0 if it is no subscription.
    public var webOrderLineItemID: Int64 = 0
    /// The App Store's number of the product; 0 in the sandbox.
    public var productItemID: Int64 = 0
    /// When it was refunded.
    public var cancellationDate: Date?
    /// Why it was refunded; left out if nil.
    public var cancellationReason: RevocationReason?
    /// Whether the period is a free trial.
    public var isTrialPeriod = false
    /// Whether the period has an introductory price; left out if nil.
    public var isInIntroOfferPeriod: Bool?
    /// 0 as in all known receipts since 2021; left out if nil.
    public var ownership: Int64? = 0
    /// The promotional offer that was used; left out if nil.
    public var promotionalOfferID: String?

    /// A purchase; the original transaction is the transaction itself unless given.
    public init(
        productID: String,
        transactionID: String,
        purchaseDate: Date,
        productKind: ReceiptProductKind,
        originalTransactionID: String? = nil,
        originalPurchaseDate: Date? = nil
    ) {
        self.productID = productID
        self.transactionID = transactionID
        self.purchaseDate = purchaseDate
        self.productKind = productKind
        self.originalTransactionID = originalTransactionID ?? transactionID
        self.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
    }

    /// The record as the value of attribute 17.
    var encoded: [UInt8] {
        var attributes = ReceiptAttributeEncoder()
        attributes.add(.quantity, integer: quantity)
        attributes.add(.productID, text: productID)
        attributes.add(.transactionID, text: transactionID)
        attributes.add(.purchaseDate, date: purchaseDate)
        attributes.add(.originalTransactionID, text: originalTransactionID)
        attributes.add(.originalTransactionDate, date: originalPurchaseDate)
        attributes.add(.productKind, integer: productKind.rawValue)
        attributes.add(.subscriptionExpiresDate, date: expiresDate)
        attributes.add(.productItemID, integer: productItemID)
        attributes.add(.webOrderLineItemID, integer: webOrderLineItemID)
        attributes.add(.cancellationDate, date: cancellationDate)
        attributes.add(.isTrialPeriod, integer: isTrialPeriod ? 1 : 0)
        // Genuine records hold these empty strings; a reader that stumbles over them must do so in tests already.
        for reserved: ReceiptAttributeType in [
            .reserved1709, .reserved1714, .reserved1715, .reserved1716, .reserved1717, .reserved1718,
        ] {
            attributes.add(reserved, text: "")
        }
        addOptional(to: &attributes)
        return attributes.encoded
    }

    private func addOptional(to attributes: inout ReceiptAttributeEncoder) {
        if let isInIntroOfferPeriod { attributes.add(.isInIntroOfferPeriod, integer: isInIntroOfferPeriod ? 1 : 0) }
        if let cancellationReason { attributes.add(.cancellationReason, integer: Int64(cancellationReason.rawValue)) }
        if let ownership { attributes.add(.ownership, integer: ownership) }
        if let promotionalOfferID { attributes.add(.promotionalOfferID, text: promotionalOfferID) }
    }
}
