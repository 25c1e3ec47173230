import AppStoreModels
public import Foundation

/// A purchase or a renewal, as the App Store signs it for this device.
///
/// The signature is on the ``VerificationResult`` that holds it: a transaction itself may be anybody's.
public struct Transaction: Identifiable, Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Identifies the transaction.
    public var id: UInt64 { facts.id }
    /// The first transaction of the purchase; the same for all renewals.
    public var originalID: UInt64 { facts.originalID }
    /// The subscription period; the same on all devices.
    public var webOrderLineItemID: String? { facts.webOrderLineItemID }
    /// What was bought.
    public var productID: String { facts.productID }
    /// The group, auto-renewable subscriptions only.
    public var subscriptionGroupID: String? { facts.subscriptionGroupID }
    /// The app.
    public var appBundleID: String { facts.appBundleID }
    /// When the account was charged, or the period began.
    public var purchaseDate: Date { facts.purchaseDate }
    /// When the purchase began.
    public var originalPurchaseDate: Date { facts.originalPurchaseDate }
    /// When the period ends, auto-renewable subscriptions only.
    public var expirationDate: Date? { facts.expirationDate }
    /// How many.
    public var purchasedQuantity: Int { facts.purchasedQuantity }
    /// Whether a higher level of the group replaced it: look for the other transaction.
    public var isUpgraded: Bool { facts.isUpgraded }
    /// The offer that was used.
    public var offer: Transaction.Offer? { facts.offer }
    /// When it was refunded or taken away.
    public var revocationDate: Date? { facts.revocationDate }
    /// Why it was refunded.
    public var revocationReason: Transaction.RevocationReason? { facts.revocationReason }
    /// How it was refunded.
    public var revocationType: Transaction.RevocationType? { facts.revocationType }
    /// The kind of product.
    public var productType: Product.ProductType { facts.productType }
    /// The account in the developer's own system, as the purchase named it.
    public var appAccountToken: UUID? { facts.appAccountToken }
    /// Which App Store signed it.
    public var environment: AppStore.Environment { facts.environment }
    /// Bought by the customer, or renewed by the store.
    public var reason: Transaction.Reason { facts.reason }
    /// Where it was bought.
    public var storefront: Storefront { facts.storefront }
    /// SHA-384 of ``deviceVerificationNonce`` and ``AppStore/deviceVerificationID``, both in lower case.
    public var deviceVerification: Data { signed.deviceVerification }
    /// What takes part in ``deviceVerification``.
    public var deviceVerificationNonce: UUID { signed.deviceVerificationNonce }
    /// Whether the customer bought it or has it by Family Sharing.
    public var ownershipType: Transaction.OwnershipType { facts.ownershipType }
    /// When it was signed.
    public var signedDate: Date { facts.signedDate }
    /// What it sold of the developer's own catalogue.
    public var advancedCommerceInfo: Transaction.AdvancedCommerceInfo? { facts.advancedCommerceInfo }
    /// How a subscription is paid; nil where nothing is said.
    public var billingPlanType: SubscriptionInfo.BillingPlanType? { facts.billingPlanType }
    /// What the customer committed to; nil without a commitment.
    public var commitmentInfo: Transaction.CommitmentInfo? { facts.commitmentInfo }
    private let contents: Contents

    /// What all copies of a transaction have together.
    private final class Contents: Sendable {
        let facts: TransactionFacts
        let signed: SignedDocument
        let origin: DeviceOrigin

        init(_ facts: TransactionFacts, _ signed: SignedDocument, _ origin: DeviceOrigin) {
            (self.facts, self.signed, self.origin) = (facts, signed, origin)
        }
    }

    /// What it is called in the store.
    var identifier: String { facts.transactionID }
    private var facts: TransactionFacts { contents.facts }
    var signed: SignedDocument { contents.signed }
    var origin: DeviceOrigin { contents.origin }

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
        let facts = document.lateSignature?.facts ?? TransactionFacts(document.json)
        contents = Contents(facts, document, origin)
    }
}
