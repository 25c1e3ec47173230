import AppStoreModels
import Foundation

/// A transaction in 64 bytes: what is its own as numbers, and the numbers of what it has in common with others.
struct PackedTransaction: TableRecord {
    var id: Int64
    let originalTransactionID: Int64
    let webOrderLineItemID: Int64
    /// Each has a third of ``changeNumber`` besides.
    private var purchase, originalPurchase, expiry: DatedBits
    let account: UInt32
    let terms: UInt32
    let appUser: UInt32
    var previousRowOfAccount = UInt32.max

    init(
        id: Int64,
        originalTransactionID: Int64,
        webOrderLineItemID: Int64,
        purchaseDate: Int64,
        originalPurchaseDate: Int64,
        expiresDate: Int64,
        account: UInt32,
        terms: UInt32,
        appUser: UInt32
    ) {
        self.id = id
        self.originalTransactionID = originalTransactionID
        self.webOrderLineItemID = webOrderLineItemID
        purchase = DatedBits(purchaseDate)
        originalPurchase = DatedBits(originalPurchaseDate)
        expiry = DatedBits(expiresDate)
        self.account = account
        self.terms = terms
        self.appUser = appUser
    }

    /// Milliseconds since 1970, as all dates here.
    var purchaseDate: Int64 { purchase.milliseconds }
    var originalPurchaseDate: Int64 { originalPurchase.milliseconds }
    var expiresDate: Int64 { expiry.milliseconds }

    /// The number of the event that last changed it for those who read it; for the ledger to set. All that
    /// ``StoredRange/counts`` has fit into the 45 bits there are.
    var changeNumber: Int64 {
        get {
            let bits = DatedBits.spareBits
            return Int64(purchase.spare << (2 * bits) | originalPurchase.spare << bits | expiry.spare)
        }
        set {
            let (number, bits) = (UInt64(max(0, newValue)), DatedBits.spareBits)
            purchase.spare = number >> (2 * bits)
            originalPurchase.spare = number >> bits
            expiry.spare = number
        }
    }

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

    /// What a renewal at the price of the period before has in common with others.
    init(renewing latest: TransactionTerms, group: String) {
        productID = latest.productID
        productType = .autoRenewableSubscription
        subscriptionGroupID = group
        quantity = 1
        reason = .renewal
        offer = nil
        price = latest.price
        storefront = latest.storefront
        ownership = .purchased
        isUpgraded = false
        isFinished = false
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

extension TransactionTerms: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.quantities.check(quantity, "quantity")
        try offer?.checkRanges()
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

extension TransactionDetails: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.shares.check(revocationPercentage, "revocationPercentage")
        try commerce?.checkRanges()
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
