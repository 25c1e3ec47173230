import AppStoreModels
public import Foundation

/// A purchase or a renewal, as the App Store signs it for this device.
///
/// The signature is on the ``VerificationResult`` that holds it: a transaction itself may be anybody's.
public struct Transaction: Identifiable, Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Identifies the transaction.
    public let id: UInt64
    /// The first transaction of the purchase; the same for all renewals.
    public let originalID: UInt64
    /// The subscription period; the same on all devices.
    public let webOrderLineItemID: String?
    /// What was bought.
    public let productID: String
    /// The group, auto-renewable subscriptions only.
    public let subscriptionGroupID: String?
    /// The app.
    public let appBundleID: String
    /// When the account was charged, or the period began.
    public let purchaseDate: Date
    /// When the purchase began.
    public let originalPurchaseDate: Date
    /// When the period ends, auto-renewable subscriptions only.
    public let expirationDate: Date?
    /// How many.
    public let purchasedQuantity: Int
    /// Whether a higher level of the group replaced it: look for the other transaction.
    public let isUpgraded: Bool
    /// The offer that was used.
    public let offer: Transaction.Offer?
    /// When it was refunded or taken away.
    public let revocationDate: Date?
    /// Why it was refunded.
    public let revocationReason: Transaction.RevocationReason?
    /// How it was refunded.
    public let revocationType: Transaction.RevocationType?
    /// The kind of product.
    public let productType: Product.ProductType
    /// The account in the developer's own system, as the purchase named it.
    public let appAccountToken: UUID?
    /// Which App Store signed it.
    public let environment: AppStore.Environment
    /// Bought by the customer, or renewed by the store.
    public let reason: Transaction.Reason
    /// Where it was bought.
    public let storefront: Storefront
    /// SHA-384 of ``deviceVerificationNonce`` and ``AppStore/deviceVerificationID``, both in lower case.
    public let deviceVerification: Data
    /// What takes part in ``deviceVerification``.
    public let deviceVerificationNonce: UUID
    /// Whether the customer bought it or has it by Family Sharing.
    public let ownershipType: Transaction.OwnershipType
    /// When it was signed.
    public let signedDate: Date
    /// What it sold of the developer's own catalogue.
    public let advancedCommerceInfo: Transaction.AdvancedCommerceInfo?
    /// How a subscription is paid; nil where nothing is said.
    public let billingPlanType: SubscriptionInfo.BillingPlanType?
    /// What the customer committed to; nil without a commitment.
    public let commitmentInfo: Transaction.CommitmentInfo?
    let signed: SignedDocument
    let origin: DeviceOrigin

    /// The payload of the JWS: JSON in UTF-8.
    public var jsonRepresentation: Data { signed.payload }

    /// What was paid for the whole quantity, in units of ``currency``.
    public var price: Decimal? { TransactionPayload(json: signed.json).price }

    /// The currency of ``price``.
    public var currency: Locale.Currency? { signed.json[string: "currency"].map { Locale.Currency($0) } }

    /// How much of the price was refunded, in percent.
    public var revocationPercentage: Decimal? {
        signed.json[integer: "revocationPercentage"].map { Decimal($0) / 1_000 }
    }

    /// The customer's download of the app; empty where nothing is said.
    public var appTransactionID: String { signed.text("appTransactionId") }

    /// Compares what was signed.
    public static func == (lhs: Transaction, rhs: Transaction) -> Bool {
        lhs.jsonRepresentation == rhs.jsonRepresentation
    }

    /// Hashes what was signed.
    public func hash(into hasher: inout Hasher) { hasher.combine(jsonRepresentation) }

    /// What was signed.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}

extension Transaction: AppStoreSigned {
    static let requiredMembers = [
        "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "originalPurchaseDate",
        "quantity", "type", "inAppOwnershipType", "environment", "signedDate",
    ]

    init(_ document: SignedDocument, origin: DeviceOrigin) {
        let payload = TransactionPayload(json: document.json)
        signed = document
        self.origin = origin
        id = document.number("transactionId")
        originalID = document.number("originalTransactionId")
        webOrderLineItemID = payload.webOrderLineItemID
        productID = document.text("productId")
        subscriptionGroupID = payload.subscriptionGroupID
        appBundleID = document.text("bundleId")
        purchaseDate = document.date("purchaseDate")
        originalPurchaseDate = document.date("originalPurchaseDate")
        expirationDate = payload.expiresDate
        purchasedQuantity = payload.quantity.flatMap(Int.init(exactly:)) ?? 1
        isUpgraded = payload.isUpgraded ?? false
        offer = Offer(document)
        revocationDate = payload.revocationDate
        revocationReason = payload.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
        revocationType = document.json[string: "revocationType"].map(RevocationType.init(rawValue:))
        productType = Product.ProductType(rawValue: document.text("type"))
        appAccountToken = payload.appAccountToken
        environment = AppStore.Environment(rawValue: document.text("environment"))
        reason = document.json[string: "transactionReason"].map(Reason.init(rawValue:)) ?? .purchase
        storefront = Storefront(countryCode: document.text("storefront"), id: document.text("storefrontId"))
        deviceVerification = document.deviceVerification
        deviceVerificationNonce = document.deviceVerificationNonce
        ownershipType = OwnershipType(rawValue: document.text("inAppOwnershipType"))
        signedDate = document.date("signedDate")
        advancedCommerceInfo = document.json[object: "advancedCommerceInfo"].map(AdvancedCommerceInfo.init)
        billingPlanType = document.json[string: "billingPlanType"].map(SubscriptionInfo.BillingPlanType.init(rawValue:))
        commitmentInfo = document.json[object: "commitmentInfo"].map(CommitmentInfo.init)
    }
}
