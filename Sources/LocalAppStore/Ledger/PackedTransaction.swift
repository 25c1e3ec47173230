import AppStoreModels
import Foundation

/// A transaction in 72 bytes: what is its own as numbers, and the numbers of what it has in common with others.
struct PackedTransaction: TableRecord {
    var id: Int64
    let originalTransactionID: Int64
    let webOrderLineItemID: Int64
    /// Milliseconds since 1970, as all dates here.
    let purchaseDate: Int64
    let originalPurchaseDate: Int64
    let expiresDate: Int64
    let account: UInt32
    let terms: UInt32
    let appUser: UInt32
    var previousRowOfAccount = UInt32.max
    /// The number of the event that last changed it for those who read it; for the ledger to set.
    var changeNumber: Int64 = 0

    /// Whether all numbers but those of the row are the same, leaving the terms out.
    func saysTheSame(as other: PackedTransaction) -> Bool {
        id == other.id && originalTransactionID == other.originalTransactionID
            && webOrderLineItemID == other.webOrderLineItemID && purchaseDate == other.purchaseDate
            && originalPurchaseDate == other.originalPurchaseDate && expiresDate == other.expiresDate
            && account == other.account && appUser == other.appUser
    }
}

/// What many transactions have in common.
struct TransactionTerms: Hashable, Sendable, Codable {
    let productID: String
    let productType: ProductType
    let subscriptionGroupID: String?
    let quantity: Int
    let reason: TransactionReason
    let offer: AppliedOffer?
    let price: StorePrice
    let storefront: String
    let ownership: InAppOwnershipType
    let isUpgraded: Bool
    let isFinished: Bool

    init(_ transaction: StoreTransaction) {
        productID = transaction.productID
        productType = transaction.productType
        subscriptionGroupID = transaction.subscriptionGroupID
        quantity = transaction.quantity
        reason = transaction.reason
        offer = transaction.offer
        price = transaction.price
        storefront = transaction.storefront
        ownership = transaction.ownership
        isUpgraded = transaction.isUpgraded
        isFinished = transaction.isFinished
    }

    /// Whether they are the same for those who read signed transactions, which do not say what the app has finished.
    func saysTheSame(as other: TransactionTerms) -> Bool {
        productID == other.productID && productType == other.productType
            && subscriptionGroupID == other.subscriptionGroupID && quantity == other.quantity && reason == other.reason
            && offer == other.offer && price == other.price && storefront == other.storefront
            && ownership == other.ownership && isUpgraded == other.isUpgraded
    }

    /// These tell nearly all terms apart, and hash faster than decimal numbers.
    func hash(into hasher: inout Hasher) {
        hasher.combine(productID)
        hasher.combine(storefront)
        hasher.combine(quantity)
        hasher.combine(isUpgraded)
        hasher.combine(isFinished)
    }
}

/// What few transactions have.
struct TransactionDetails: Hashable, Sendable, Codable {
    let restoredTransactionID: String?
    let revocationDate: Date?
    let revocationReason: RevocationReason?
    let sharedTransactionID: String?
    let proratedRefund: StorePrice?
    let revocationPercentage: Int?
    let commerce: CommerceSale?

    /// Nil for a transaction that has none of them.
    init?(_ transaction: StoreTransaction) {
        restoredTransactionID = transaction.restoredTransactionID
        revocationDate = transaction.revocationDate
        revocationReason = transaction.revocationReason
        sharedTransactionID = transaction.sharedTransactionID
        proratedRefund = transaction.proratedRefund
        revocationPercentage = transaction.revocationPercentage
        commerce = transaction.commerce
        let hasNone =
            restoredTransactionID == nil && revocationDate == nil && revocationReason == nil
            && sharedTransactionID == nil && proratedRefund == nil && revocationPercentage == nil
            && commerce == nil
        if hasNone { return nil }
    }
}

/// Who bought, in the words of the app.
struct AppUser: Hashable, Sendable, Codable {
    let appAccountToken: UUID?
    let applicationUsername: String?
}

extension Int64 {
    /// The number of an optional date in a packed record.
    init(packing date: Date?) {
        self = date.map(\.millisecondsSince1970) ?? NumberedIdentifiers.absent
    }
}

extension Date {
    /// An optional date from its number in a packed record.
    static func unpacking(_ number: Int64) -> Date? {
        number == NumberedIdentifiers.absent ? nil : Date(millisecondsSince1970: number)
    }
}
