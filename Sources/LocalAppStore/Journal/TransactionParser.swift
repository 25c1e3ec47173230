import AppStoreModels
import Foundation

/// Reads transactions in the order in which their members are written.
struct TransactionParser {
    private var products = ReadTexts()
    private var groups = ReadTexts()
    private var types = ReadValues<ProductType>()
    private var sales = ReadValues<CommerceSale>()
    private var offers = ReadValues<AppliedOffer>()
    private var ownerships = ReadValues<InAppOwnershipType>()
    private var prices = ReadValues<StorePrice>()
    private var reasons = ReadValues<TransactionReason>()
    private var revocations = ReadValues<RevocationReason>()

    init() {}

    mutating func transaction(_ scanner: inout JournalScanner) throws(JournalScanner.Unusual) -> StoreTransaction {
        try scanner.beginObject()
        let accountID = try scanner.stringMember("accountID").required()
        let appAccountToken = try scanner.identifierMember("appAccountToken")
        let applicationUsername = try scanner.stringMember("applicationUsername")
        let commerce = try scanner.member("commerce", &sales)
        let expiresDate = try scanner.dateMember("expiresDate")
        let isFinished = try scanner.truthMember("isFinished")
        let isUpgraded = try scanner.truthMember("isUpgraded")
        let offer = try scanner.member("offer", &offers)
        let originalPurchaseDate = try scanner.dateMember("originalPurchaseDate").required()
        let originalTransactionID = try scanner.stringMember("originalTransactionID").required()
        let ownership = try scanner.member("ownership", &ownerships).required()
        let price = try scanner.member("price", &prices).required()
        let productID = try scanner.member("productID", &products).required()
        let productType = try scanner.member("productType", &types).required()
        let proratedRefund = try scanner.member("proratedRefund", &prices)
        let purchaseDate = try scanner.dateMember("purchaseDate").required()
        let quantity = try scanner.integerMember("quantity").required()
        let reason = try scanner.member("reason", &reasons).required()
        let restoredTransactionID = try scanner.stringMember("restoredTransactionID")
        let revocationDate = try scanner.dateMember("revocationDate")
        let revocationPercentage = try scanner.integerMember("revocationPercentage")
        let revocationReason = try scanner.member("revocationReason", &revocations)
        let sharedTransactionID = try scanner.stringMember("sharedTransactionID")
        let storefront = try scanner.stringMember("storefront").required()
        let group = try scanner.member("subscriptionGroupID", &groups)
        let transactionID = try scanner.stringMember("transactionID").required()
        let webOrderLineItemID = try scanner.stringMember("webOrderLineItemID")
        try scanner.endObject()
        return StoreTransaction(
            transactionID: transactionID,
            originalTransactionID: originalTransactionID,
            webOrderLineItemID: webOrderLineItemID,
            accountID: accountID,
            productID: productID,
            productType: productType,
            subscriptionGroupID: group,
            quantity: quantity,
            purchaseDate: purchaseDate,
            originalPurchaseDate: originalPurchaseDate,
            expiresDate: expiresDate,
            reason: reason,
            offer: offer,
            price: price,
            storefront: storefront,
            appAccountToken: appAccountToken,
            applicationUsername: applicationUsername,
            ownership: ownership,
            restoredTransactionID: restoredTransactionID,
            revocationDate: revocationDate,
            revocationReason: revocationReason,
            isUpgraded: isUpgraded,
            isFinished: isFinished,
            sharedTransactionID: sharedTransactionID,
            proratedRefund: proratedRefund,
            revocationPercentage: revocationPercentage,
            commerce: commerce
        )
    }
}
