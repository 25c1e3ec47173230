import AppStoreModels
import Entitlements
import Foundation

/// The content of a fact whose texts need no escapes, which are nearly all: the same octets that `JSONEncoder` writes, in
/// a fraction of its time. Accounts with tens of thousands of transactions are stored while somebody waits.
struct PlainFactText {
    private var text = "{"
    private var isPlain = true

    /// - Returns: nil if a text needs escapes.
    init?(_ fact: PurchaseFact) {
        text.reserveCapacity(640)
        // In the order of the alphabet.
        add("appAccountToken", fact.appAccountToken?.uuidString)
        add("bundleID", fact.bundleID)
        add("currency", fact.currency)
        add("environment", fact.environment.rawValue)
        add("expiresDate", fact.expiresDate)
        add("inAppOwnershipType", fact.inAppOwnershipType?.rawValue)
        add("isFreeTrial", fact.isFreeTrial)
        add("isUpgraded", fact.isUpgraded)
        add("offerDiscountType", fact.offerDiscountType?.rawValue)
        add("offerIdentifier", fact.offerIdentifier)
        add("offerPeriod", fact.offerPeriod)
        if let type = fact.offerType { add("offerType", number: type.rawValue) }
        add("originalPurchaseDate", fact.originalPurchaseDate)
        add("originalTransactionID", fact.originalTransactionID)
        add("price", fact.price)
        add("productID", fact.productID)
        add("productType", fact.productType?.rawValue)
        add("purchaseDate", fact.purchaseDate)
        add("quantity", number: fact.quantity)
        add("revocationDate", fact.revocationDate)
        if let percentage = fact.revocationPercentage { add("revocationPercentage", number: percentage) }
        if let reason = fact.revocationReason { add("revocationReason", number: reason.rawValue) }
        add("revocationType", fact.revocationType?.rawValue)
        add("statedDate", number: 0)
        add("storefront", fact.storefront)
        add("subscriptionGroupID", fact.subscriptionGroupID)
        add("transactionID", fact.transactionID)
        add("transactionReason", fact.transactionReason?.rawValue)
        add("webOrderLineItemID", fact.webOrderLineItemID)
        guard isPlain else { return nil }
        text += "}"
    }

    /// The octets.
    var content: Data { Data(text.utf8) }

    private mutating func name(_ name: StaticString) {
        text += text.utf8.count == 1 ? "\"" : ",\""
        text += name.description
        text += "\":"
    }

    private mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name)
        isPlain = isPlain && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        text += "\""
        text += value
        text += "\""
    }

    private mutating func add(_ name: StaticString, _ value: Bool) {
        self.name(name)
        text += value ? "true" : "false"
    }

    private mutating func add(_ name: StaticString, number: Int) {
        self.name(name)
        text += String(number)
    }

    private mutating func add(_ name: StaticString, _ value: Decimal?) {
        guard let value else { return }
        self.name(name)
        isPlain = isPlain && value.isFinite
        text += value.description
    }

    private mutating func add(_ name: StaticString, _ value: Date?) {
        guard let value else { return }
        self.name(name)
        let milliseconds = value.timeIntervalSince1970 * 1000
        // Other numbers need a fraction or an exponent.
        if let whole = Int64(exactly: milliseconds), abs(whole) < 1_000_000_000_000_000 {
            text += String(whole)
        } else {
            isPlain = false
        }
    }
}
