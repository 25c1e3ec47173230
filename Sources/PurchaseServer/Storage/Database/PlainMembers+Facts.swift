import AppStoreModels
import Entitlements
import Foundation

// What a customer has is found out from all facts about it, and figures from all that there are.

extension PlainMembers {
    /// The fact in what ``PlainText/content(of:)`` wrote, without its date.
    static func purchase(in content: Data) throws -> PurchaseFact {
        try read(content) { members in
            var fact = PurchaseFact(
                transactionID: "",
                productID: "",
                environment: .production,
                purchaseDate: StoredFact.noDate,
                statedDate: StoredFact.noDate
            )
            fact.appAccountToken = try members.text("appAccountToken").map { try needed(UUID(uuidString: $0)) }
            fact.bundleID = try members.text("bundleID")
            fact.currency = try members.text("currency")
            fact.environment = AppStoreEnvironment(rawValue: try needed(members.text("environment")))
            fact.expiresDate = try members.date("expiresDate")
            fact.inAppOwnershipType = try members.text("inAppOwnershipType").map(InAppOwnershipType.init(rawValue:))
            fact.isFreeTrial = try needed(members.truth("isFreeTrial"))
            fact.isUpgraded = try needed(members.truth("isUpgraded"))
            fact.offerDiscountType = try members.text("offerDiscountType").map(OfferDiscountType.init(rawValue:))
            fact.offerIdentifier = try members.text("offerIdentifier")
            fact.offerPeriod = try members.text("offerPeriod")
            fact.offerType = try members.integer("offerType").map(OfferType.init(rawValue:))
            fact.originalPurchaseDate = try members.date("originalPurchaseDate")
            fact.originalTransactionID = try needed(members.text("originalTransactionID"))
            fact.price = try members.decimal("price")
            fact.productID = try needed(members.text("productID"))
            fact.productType = try members.text("productType").map(ProductType.init(rawValue:))
            fact.purchaseDate = try needed(members.date("purchaseDate"))
            fact.quantity = try needed(members.integer("quantity"))
            fact.revocationDate = try members.date("revocationDate")
            fact.revocationPercentage = try members.integer("revocationPercentage")
            fact.revocationReason = try members.integer("revocationReason").map(RevocationReason.init(rawValue:))
            fact.revocationType = try members.text("revocationType").map(RevocationType.init(rawValue:))
            _ = try members.integer("statedDate")
            fact.storefront = try members.text("storefront")
            fact.subscriptionGroupID = try members.text("subscriptionGroupID")
            fact.transactionID = try needed(members.text("transactionID"))
            fact.transactionReason = try members.text("transactionReason").map(TransactionReason.init(rawValue:))
            fact.webOrderLineItemID = try members.text("webOrderLineItemID")
            return fact
        }
    }

    /// The fact in what ``PlainText/content(of:)`` wrote, without its date.
    static func renewal(in content: Data) throws -> RenewalFact {
        try read(content) { members in
            var fact = RenewalFact(
                originalTransactionID: "",
                environment: .production,
                statedDate: StoredFact.noDate
            )
            fact.autoRenewProductID = try members.text("autoRenewProductID")
            fact.autoRenewStatus = try members.integer("autoRenewStatus").map(AutoRenewStatus.init(rawValue:))
            fact.currency = try members.text("currency")
            fact.eligibleWinBackOfferIDs = try members.texts("eligibleWinBackOfferIDs")
            fact.environment = AppStoreEnvironment(rawValue: try needed(members.text("environment")))
            fact.expirationIntent = try members.integer("expirationIntent").map(ExpirationIntent.init(rawValue:))
            fact.gracePeriodExpiresDate = try members.date("gracePeriodExpiresDate")
            fact.isInBillingRetryPeriod = try members.truth("isInBillingRetryPeriod")
            fact.offerDiscountType = try members.text("offerDiscountType").map(OfferDiscountType.init(rawValue:))
            fact.offerIdentifier = try members.text("offerIdentifier")
            fact.offerType = try members.integer("offerType").map(OfferType.init(rawValue:))
            fact.originalTransactionID = try needed(members.text("originalTransactionID"))
            fact.priceIncreaseStatus = try members.integer("priceIncreaseStatus")
                .map(PriceIncreaseStatus.init(rawValue:))
            fact.productID = try members.text("productID")
            fact.renewalDate = try members.date("renewalDate")
            fact.renewalPrice = try members.decimal("renewalPrice")
            _ = try members.integer("statedDate")
            return fact
        }
    }
}
