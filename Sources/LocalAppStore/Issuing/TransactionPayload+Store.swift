import AppStoreModels
import Foundation
import StoreConfiguration

extension TransactionPayload {
    /// What a signed transaction says.
    init(_ transaction: StoreTransaction, _ issuer: Issuer) {
        // Room for what nearly all have, so that the lists of members grow once.
        self.init(json: JSONObject(capacity: 28))
        transactionID = transaction.transactionID
        originalTransactionID = transaction.originalTransactionID
        webOrderLineItemID = transaction.webOrderLineItemID
        bundleID = issuer.app.bundleID
        productID = transaction.productID
        subscriptionGroupID = transaction.subscriptionGroupID
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        expiresDate = transaction.expiresDate
        quantity = Int64(transaction.quantity)
        type = transaction.productType
        inAppOwnershipType = transaction.ownership
        signedDate = issuer.date
        environment = issuer.environment
        transactionReason = transaction.reason
        storefront = transaction.storefront
        storefrontID = StoreCountry(code: transaction.storefront)?.storefrontID
        price = transaction.price.amount
        currency = transaction.price.currency
        appAccountToken = transaction.appAccountToken
        appTransactionID = issuer.account.appTransactionID
        // Xcode says so of all; the App Store where it is true.
        if transaction.isUpgraded || issuer.environment == .xcode { isUpgraded = transaction.isUpgraded }
        setOffer(transaction.offer)
        setRevocation(transaction)
        json[object: "advancedCommerceInfo"] = transaction.commerce?.json
    }

    private mutating func setOffer(_ offer: AppliedOffer?) {
        guard let offer else { return }
        offerType = offer.type
        offerIdentifier = offer.identifier
        offerDiscountType = offer.discountType
        offerPeriod = offer.duration?.iso8601
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
