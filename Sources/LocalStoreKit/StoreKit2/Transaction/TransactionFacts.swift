import AppStoreModels
import Foundation
import LocalAppStore

/// What a transaction says, taken out of what is signed, or of what will be.
final class TransactionFacts: Sendable {
    /// `id` of the transaction, as it is written.
    let transactionID: String
    /// `originalID` of the transaction, as it is written.
    let originalTransactionID: String
    let webOrderLineItemID: String?
    let productID: String
    let subscriptionGroupID: String?
    let appBundleID: String
    let purchaseDate: Date
    let originalPurchaseDate: Date
    let expirationDate: Date?
    let purchasedQuantity: Int
    let isUpgraded: Bool
    let offer: Transaction.Offer?
    let revocationDate: Date?
    let revocationReason: Transaction.RevocationReason?
    let revocationType: Transaction.RevocationType?
    let productType: Product.ProductType
    let appAccountToken: UUID?
    let environment: AppStore.Environment
    let reason: Transaction.Reason
    let storefront: Storefront
    let ownershipType: Transaction.OwnershipType
    let signedDate: Date
    let advancedCommerceInfo: Transaction.AdvancedCommerceInfo?
    let billingPlanType: SubscriptionInfo.BillingPlanType?
    let commitmentInfo: Transaction.CommitmentInfo?

    /// What signed members say.
    init(_ json: JSONObject) {
        let payload = TransactionPayload(json: json)
        transactionID = json.text("transactionId")
        originalTransactionID = json.text("originalTransactionId")
        webOrderLineItemID = payload.webOrderLineItemID
        productID = json.text("productId")
        subscriptionGroupID = payload.subscriptionGroupID
        appBundleID = json.text("bundleId")
        purchaseDate = json.date("purchaseDate")
        originalPurchaseDate = json.date("originalPurchaseDate")
        expirationDate = payload.expiresDate
        purchasedQuantity = payload.quantity.flatMap(Int.init(exactly:)) ?? 1
        isUpgraded = payload.isUpgraded ?? false
        offer = Transaction.Offer(json)
        revocationDate = payload.revocationDate
        revocationReason = payload.revocationReason.map { Transaction.RevocationReason(rawValue: $0.rawValue) }
        revocationType = json[string: "revocationType"].map(Transaction.RevocationType.init(rawValue:))
        productType = Product.ProductType(rawValue: json.text("type"))
        appAccountToken = payload.appAccountToken
        environment = AppStore.Environment(rawValue: json.text("environment"))
        reason = json[string: "transactionReason"].map(Transaction.Reason.init(rawValue:)) ?? .purchase
        storefront = Storefront(countryCode: json.text("storefront"), id: json.text("storefrontId"))
        ownershipType = Transaction.OwnershipType(rawValue: json.text("inAppOwnershipType"))
        signedDate = json.date("signedDate")
        advancedCommerceInfo = json[object: "advancedCommerceInfo"].map(Transaction.AdvancedCommerceInfo.init)
        billingPlanType = json[string: "billingPlanType"].map(SubscriptionInfo.BillingPlanType.init(rawValue:))
        commitmentInfo = json[object: "commitmentInfo"].map(Transaction.CommitmentInfo.init)
    }

    /// What a transaction will say once it is signed, the same as ``init(_:)`` would read then; nil for one with an offer, a
    /// refund, or something of the developer's own catalogue, which has more to say than is worth saying twice.
    init?(_ unsigned: UnsignedTransaction) {
        let contents = unsigned.contents
        guard contents.offer == nil, contents.revocationDate == nil, contents.advancedCommerceInfo == nil else {
            return nil
        }
        transactionID = contents.transactionID
        originalTransactionID = contents.originalTransactionID
        webOrderLineItemID = contents.webOrderLineItemID
        productID = contents.productID
        subscriptionGroupID = contents.subscriptionGroupID
        appBundleID = unsigned.bundleID
        purchaseDate = contents.purchaseDate.inMilliseconds
        originalPurchaseDate = contents.originalPurchaseDate.inMilliseconds
        expirationDate = contents.expiresDate?.inMilliseconds
        purchasedQuantity = contents.quantity
        isUpgraded = contents.isUpgraded
        (offer, revocationDate, revocationReason, revocationType) = (nil, nil, nil, nil)
        productType = Product.ProductType(rawValue: contents.productType.rawValue)
        appAccountToken = contents.appAccountToken
        environment = AppStore.Environment(rawValue: unsigned.environment.rawValue)
        reason = Transaction.Reason(rawValue: contents.reason.rawValue)
        storefront = Storefront(
            countryCode: contents.storefront,
            id: StoreCountry(code: contents.storefront)?.storefrontID ?? ""
        )
        ownershipType = Transaction.OwnershipType(rawValue: contents.ownership.rawValue)
        signedDate = unsigned.signedDate.inMilliseconds
        (advancedCommerceInfo, billingPlanType, commitmentInfo) = (nil, nil, nil)
    }
}

extension TransactionFacts {
    /// Identifies the transaction; 0 where it is no number.
    var id: UInt64 { UInt64(transactionID) ?? 0 }

    /// The first transaction of the purchase; 0 where it is no number.
    var originalID: UInt64 { UInt64(originalTransactionID) ?? 0 }
}

extension Date {
    /// The millisecond, as signed data has it.
    fileprivate var inMilliseconds: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}
