import AppStoreModels
import Foundation
import StoreConfiguration

extension TransactionPayload {
    /// What a signed transaction says.
    init(_ transaction: StoreTransaction, _ issuer: Issuer) {
        var json = JSONObject(capacity: 32)
        json.addNew("transactionId", .string(transaction.transactionID))
        json.addNew("originalTransactionId", .string(transaction.originalTransactionID))
        json.addNew("webOrderLineItemId", transaction.webOrderLineItemID.map(JSONValue.string))
        json.addNew("bundleId", .string(issuer.app.bundleID))
        json.addNew("productId", .string(transaction.productID))
        json.addNew("subscriptionGroupIdentifier", transaction.subscriptionGroupID.map(JSONValue.string))
        json.addNew("purchaseDate", .milliseconds(transaction.purchaseDate))
        json.addNew("originalPurchaseDate", .milliseconds(transaction.originalPurchaseDate))
        json.addNew("expiresDate", transaction.expiresDate.map(JSONValue.milliseconds))
        json.addNew("quantity", .number(JSONNumber(transaction.quantity)))
        json.addNew("type", .string(transaction.productType.rawValue))
        json.addNew("inAppOwnershipType", .string(transaction.ownership.rawValue))
        json.addNew("signedDate", .milliseconds(issuer.date))
        json.addNew("environment", .string(issuer.environment.rawValue))
        json.addNew("transactionReason", .string(transaction.reason.rawValue))
        json.addNew("storefront", .string(transaction.storefront))
        json.addNew("storefrontId", StoreCountry(code: transaction.storefront).map { .string($0.storefrontID) })
        json.addNew("price", .milliunits(transaction.price.amount))
        json.addNew("currency", .string(transaction.price.currency))
        json.addNew("appAccountToken", (transaction.appAccountToken?.uuidString.lowercased()).map(JSONValue.string))
        json.addNew("appTransactionId", .string(issuer.account.appTransactionID))
        self.init(json: json)
        if transaction.isUpgraded { isUpgraded = true }
        setOffer(transaction.offer)
        setRevocation(transaction)
        self.json.addNew("advancedCommerceInfo", (transaction.commerce?.json).map(JSONValue.object))
    }

    private mutating func setOffer(_ offer: AppliedOffer?) {
        guard let offer else { return }
        offerType = offer.type
        offerIdentifier = offer.identifier
        offerDiscountType = offer.discountType
        offerPeriod = offer.period?.iso8601
    }

    private mutating func setRevocation(_ transaction: StoreTransaction) {
        guard let date = transaction.revocationDate else { return }
        revocationDate = date
        revocationReason = transaction.revocationReason
        let percentage = transaction.revocationPercentage ?? 100_000
        let refund = percentage == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED"
        json[string: "revocationType"] = transaction.ownership == .familyShared ? "FAMILY_REVOKE" : refund
        // Thousandths of a percent.
        json["revocationPercentage"] = .number(JSONNumber(percentage))
    }
}
