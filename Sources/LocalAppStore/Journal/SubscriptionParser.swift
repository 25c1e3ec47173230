import AppStoreModels
import Foundation

/// Reads subscriptions in the order in which their members are written.
struct SubscriptionParser {
    private var nextProducts = ReadTexts()
    private var products = ReadTexts()
    private var groups = ReadTexts()
    private var plans = ReadValues<CommercePlan>()
    private var continuingOffers = ReadValues<ContinuingOffer>()
    private var intents = ReadValues<ExpirationIntent>()
    private var extensions = ReadValues<[Date]>()
    private var pendingOffers = ReadValues<PendingOffer>()
    private var increases = ReadValues<PriceIncrease>()
    private var sharings = ReadValues<FamilySharing>()
    private var codes = ReadValues<SubscriptionStatusCode>()

    init() {}

    mutating func subscription(_ scanner: inout JournalScanner) throws(JournalScanner.Unusual) -> StoreSubscription {
        try scanner.beginObject()
        let accountID = try scanner.stringMember("accountID").required()
        let appAccountToken = try scanner.identifierMember("appAccountToken")
        let applicationUsername = try scanner.stringMember("applicationUsername")
        let autoRenewProductID = try scanner.member("autoRenewProductID", &nextProducts).required()
        let autoRenews = try scanner.truthMember("autoRenews")
        let billingDay = try scanner.integerMember("billingDay").required()
        let billingRetryEndDate = try scanner.dateMember("billingRetryEndDate")
        let commerce = try scanner.member("commerce", &plans)
        let continuingOffer = try scanner.member("continuingOffer", &continuingOffers)
        let expirationIntent = try scanner.member("expirationIntent", &intents)
        let expiresDate = try scanner.dateMember("expiresDate").required()
        let extensionDates = try scanner.member("extensionDates", &extensions)
        let gracePeriodExpiresDate = try scanner.dateMember("gracePeriodExpiresDate")
        let groupID = try scanner.member("groupID", &groups).required()
        let hasUsedOffer = try scanner.truthMember("hasUsedIntroductoryOffer")
        let latestTransactionID = try scanner.stringMember("latestTransactionID").required()
        let nextChargeDate = try scanner.dateMember("nextChargeDate")
        let originalTransactionID = try scanner.stringMember("originalTransactionID").required()
        let pendingOffer = try scanner.member("pendingOffer", &pendingOffers)
        let priceIncrease = try scanner.member("priceIncrease", &increases)
        let productID = try scanner.member("productID", &products).required()
        let recentStart = try scanner.dateMember("recentSubscriptionStartDate").required()
        let renewalCount = try scanner.integerMember("renewalCount").required()
        let sharing = try scanner.member("sharing", &sharings)
        let status = try scanner.member("status", &codes).required()
        try scanner.endObject()
        return StoreSubscription(
            originalTransactionID: originalTransactionID,
            accountID: accountID,
            groupID: groupID,
            productID: productID,
            latestTransactionID: latestTransactionID,
            expiresDate: expiresDate,
            status: status,
            autoRenews: autoRenews,
            autoRenewProductID: autoRenewProductID,
            expirationIntent: expirationIntent,
            gracePeriodExpiresDate: gracePeriodExpiresDate,
            billingRetryEndDate: billingRetryEndDate,
            nextChargeDate: nextChargeDate,
            recentSubscriptionStartDate: recentStart,
            hasUsedIntroductoryOffer: hasUsedOffer,
            continuingOffer: continuingOffer,
            priceIncrease: priceIncrease,
            billingDay: billingDay,
            renewalCount: renewalCount,
            appAccountToken: appAccountToken,
            applicationUsername: applicationUsername,
            pendingOffer: pendingOffer,
            extensionDates: extensionDates ?? [],
            sharing: sharing,
            commerce: commerce
        )
    }
}
