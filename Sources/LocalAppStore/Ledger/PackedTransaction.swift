import AppStoreModels
import Foundation

/// A transaction in 64 bytes: what is its own as numbers, and the numbers of what it has in common with others.
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

    /// Nil for a transaction that has none of them.
    init?(_ transaction: StoreTransaction) {
        restoredTransactionID = transaction.restoredTransactionID
        revocationDate = transaction.revocationDate
        revocationReason = transaction.revocationReason
        sharedTransactionID = transaction.sharedTransactionID
        proratedRefund = transaction.proratedRefund
        let hasNone =
            restoredTransactionID == nil && revocationDate == nil && revocationReason == nil
            && sharedTransactionID == nil && proratedRefund == nil
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
