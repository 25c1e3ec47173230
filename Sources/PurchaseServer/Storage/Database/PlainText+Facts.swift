import AppStoreModels
import Entitlements
import Foundation

// Accounts with tens of thousands of transactions, and thousands of notifications a second, are stored while somebody waits.

extension PlainText {
    /// The content of a fact, its members in the order of the alphabet.
    static func content(of fact: PurchaseFact) -> Data? {
        var text = PlainText()
        text.add("appAccountToken", fact.appAccountToken?.uuidString)
        text.add("bundleID", fact.bundleID)
        text.add("currency", fact.currency)
        text.add("environment", fact.environment.rawValue)
        text.add("expiresDate", fact.expiresDate)
        text.add("inAppOwnershipType", fact.inAppOwnershipType?.rawValue)
        text.add("isFreeTrial", fact.isFreeTrial)
        text.add("isUpgraded", fact.isUpgraded)
        text.add("offerDiscountType", fact.offerDiscountType?.rawValue)
        text.add("offerIdentifier", fact.offerIdentifier)
        text.add("offerPeriod", fact.offerPeriod)
        text.add("offerType", number: fact.offerType?.rawValue)
        text.add("originalPurchaseDate", fact.originalPurchaseDate)
        text.add("originalTransactionID", fact.originalTransactionID)
        text.add("price", fact.price)
        text.add("productID", fact.productID)
        text.add("productType", fact.productType?.rawValue)
        text.add("purchaseDate", fact.purchaseDate)
        text.add("quantity", number: fact.quantity)
        text.add("revocationDate", fact.revocationDate)
        text.add("revocationPercentage", number: fact.revocationPercentage)
        text.add("revocationReason", number: fact.revocationReason?.rawValue)
        text.add("revocationType", fact.revocationType?.rawValue)
        text.add("statedDate", number: 0)
        text.add("storefront", fact.storefront)
        text.add("subscriptionGroupID", fact.subscriptionGroupID)
        text.add("transactionID", fact.transactionID)
        text.add("transactionReason", fact.transactionReason?.rawValue)
        text.add("webOrderLineItemID", fact.webOrderLineItemID)
        return text.content
    }

    /// The content of a fact, its members in the order of the alphabet.
    static func content(of fact: RenewalFact) -> Data? {
        var text = PlainText()
        text.add("autoRenewProductID", fact.autoRenewProductID)
        text.add("autoRenewStatus", number: fact.autoRenewStatus?.rawValue)
        text.add("currency", fact.currency)
        text.add("eligibleWinBackOfferIDs", fact.eligibleWinBackOfferIDs)
        text.add("environment", fact.environment.rawValue)
        text.add("expirationIntent", number: fact.expirationIntent?.rawValue)
        text.add("gracePeriodExpiresDate", fact.gracePeriodExpiresDate)
        text.add("isInBillingRetryPeriod", fact.isInBillingRetryPeriod)
        text.add("offerDiscountType", fact.offerDiscountType?.rawValue)
        text.add("offerIdentifier", fact.offerIdentifier)
        text.add("offerType", number: fact.offerType?.rawValue)
        text.add("originalTransactionID", fact.originalTransactionID)
        text.add("priceIncreaseStatus", number: fact.priceIncreaseStatus?.rawValue)
        text.add("productID", fact.productID)
        text.add("renewalDate", fact.renewalDate)
        text.add("renewalPrice", fact.renewalPrice)
        text.add("statedDate", number: 0)
        return text.content
    }
}
