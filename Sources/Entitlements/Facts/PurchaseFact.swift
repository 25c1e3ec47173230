public import AppStoreModels
public import Foundation

/// What the App Store stated about one transaction at one moment.
///
/// A fact never changes. A later statement about the same transaction (a refund, for example) is another fact; which
/// of them holds is computed from ``statedDate``.
public struct PurchaseFact: Sendable {
    /// What it states, which copies share until one of them is changed.
    private var shared: Shared

    /// Identifies the transaction; a renewal has an identifier of its own.
    public var transactionID: String {
        get { shared.value.transactionID }
        set { own.value.transactionID = newValue }
    }
    /// Identifies the chain of a subscription and its renewals, or the first purchase behind a restored one.
    public var originalTransactionID: String {
        get { shared.value.originalTransactionID }
        set { own.value.originalTransactionID = newValue }
    }
    /// The product, as configured in App Store Connect.
    public var productID: String {
        get { shared.value.productID }
        set { own.value.productID = newValue }
    }
    /// Which App Store; transaction identifiers are unique only within one.
    public var environment: AppStoreEnvironment {
        get { shared.value.environment }
        set { own.value.environment = newValue }
    }
    /// When the App Store said this: `signedDate` of signed data, `request_date` of an answer of `verifyReceipt`.
    public var statedDate: Date {
        get { shared.value.statedDate }
        set { own.value.statedDate = newValue }
    }
    /// The app.
    public var bundleID: String? {
        get { shared.value.bundleID }
        set { own.value.bundleID = newValue }
    }
    /// The kind of product; nil where `verifyReceipt` says nothing about it.
    public var productType: ProductType? {
        get { shared.value.productType }
        set { own.value.productType = newValue }
    }
    /// When the account was charged, or the period begins.
    public var purchaseDate: Date {
        get { shared.value.purchaseDate }
        set { own.value.purchaseDate = newValue }
    }
    /// When the chain began.
    public var originalPurchaseDate: Date? {
        get { shared.value.originalPurchaseDate }
        set { own.value.originalPurchaseDate = newValue }
    }
    /// When the paid period ends; auto-renewable subscriptions only.
    public var expiresDate: Date? {
        get { shared.value.expiresDate }
        set { own.value.expiresDate = newValue }
    }
    /// How many were bought.
    public var quantity: Int {
        get { shared.value.quantity }
        set { own.value.quantity = newValue }
    }
    /// When it was refunded or taken from a family.
    public var revocationDate: Date? {
        get { shared.value.revocationDate }
        set { own.value.revocationDate = newValue }
    }
    /// Why it was refunded.
    public var revocationReason: RevocationReason? {
        get { shared.value.revocationReason }
        set { own.value.revocationReason = newValue }
    }
    /// What took it back: a refund of all or a part, or the end of Family Sharing; signed data alone says so.
    public var revocationType: RevocationType? {
        get { shared.value.revocationType }
        set { own.value.revocationType = newValue }
    }
    /// How much of the money was given back, in thousandths of a percent: 100000 is all of it.
    public var revocationPercentage: Int? {
        get { shared.value.revocationPercentage }
        set { own.value.revocationPercentage = newValue }
    }
    /// Whether a higher level of the group replaced this transaction.
    public var isUpgraded: Bool {
        get { shared.value.isUpgraded }
        set { own.value.isUpgraded = newValue }
    }
    /// Whether the period is free of charge, by an introduction or another offer: ``offerType`` says which.
    public var isFreeTrial: Bool {
        get { shared.value.isFreeTrial }
        set { own.value.isFreeTrial = newValue }
    }
    /// The kind of offer by which it was bought.
    public var offerType: OfferType? {
        get { shared.value.offerType }
        set { own.value.offerType = newValue }
    }
    /// Which offer: its identifier, or the reference name of an offer code; an introduction has none.
    public var offerIdentifier: String? {
        get { shared.value.offerIdentifier }
        set { own.value.offerIdentifier = newValue }
    }
    /// How the offer is paid for; signed data alone says so of other offers than free trials.
    public var offerDiscountType: OfferDiscountType? {
        get { shared.value.offerDiscountType }
        set { own.value.offerDiscountType = newValue }
    }
    /// How long the offer lasts, an ISO 8601 duration.
    public var offerPeriod: String? {
        get { shared.value.offerPeriod }
        set { own.value.offerPeriod = newValue }
    }
    /// The price in units of ``currency``; signed data alone has one.
    public var price: Decimal? {
        get { shared.value.price }
        set { own.value.price = newValue }
    }
    /// ISO 4217 code of the price's currency.
    public var currency: String? {
        get { shared.value.currency }
        set { own.value.currency = newValue }
    }
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String? {
        get { shared.value.storefront }
        set { own.value.storefront = newValue }
    }
    /// Whether the person bought it or the App Store renewed it.
    public var transactionReason: TransactionReason? {
        get { shared.value.transactionReason }
        set { own.value.transactionReason = newValue }
    }
    /// Whether the person bought it or has it by Family Sharing.
    public var inAppOwnershipType: InAppOwnershipType? {
        get { shared.value.inAppOwnershipType }
        set { own.value.inAppOwnershipType = newValue }
    }
    /// The subscription group.
    public var subscriptionGroupID: String? {
        get { shared.value.subscriptionGroupID }
        set { own.value.subscriptionGroupID = newValue }
    }
    /// Identifies the subscription period.
    public var webOrderLineItemID: String? {
        get { shared.value.webOrderLineItemID }
        set { own.value.webOrderLineItemID = newValue }
    }
    /// The account in the developer's own system, if the app gave one.
    public var appAccountToken: UUID? {
        get { shared.value.appAccountToken }
        set { own.value.appAccountToken = newValue }
    }

    /// A fact with what every transaction has; the rest is set afterwards.
    ///
    /// - Warning: Nothing is verified here. What was signed by the App Store becomes a fact by way of a verifier; this is for
    ///   what is known from elsewhere, such as a database of your own, and for tests.
    public init(
        transactionID: String,
        originalTransactionID: String? = nil,
        productID: String,
        environment: AppStoreEnvironment,
        purchaseDate: Date,
        statedDate: Date
    ) {
        shared = Shared(
            Members(
                transactionID: transactionID,
                originalTransactionID: originalTransactionID ?? transactionID,
                productID: productID,
                environment: environment,
                statedDate: statedDate,
                purchaseDate: purchaseDate,
                quantity: 1,
                isUpgraded: false,
                isFreeTrial: false
            )
        )
    }
}

extension PurchaseFact: Hashable {
    public static func == (left: PurchaseFact, right: PurchaseFact) -> Bool {
        if left.shared === right.shared { return true }
        // A set asks this of facts that happen to lie side by side, and nearly all of those are of other transactions.
        return left.transactionID == right.transactionID && left.shared.value == right.shared.value
    }

    // Facts that are not equal differ in these nearly always; to hash all members costs more than all else that is done
    // with very many facts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(transactionID)
        hasher.combine(environment)
        hasher.combine(statedDate)
        hasher.combine(revocationDate)
    }
}

extension PurchaseFact: Codable {
    public init(from decoder: any Decoder) throws { shared = Shared(try Members(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try shared.value.encode(to: encoder) }
}

extension PurchaseFact {
    fileprivate struct Members: Hashable, Codable, Sendable {
        var transactionID: String
        var originalTransactionID: String
        var productID: String
        var environment: AppStoreEnvironment
        var statedDate: Date
        var bundleID: String?
        var productType: ProductType?
        var purchaseDate: Date
        var originalPurchaseDate: Date?
        var expiresDate: Date?
        var quantity: Int
        var revocationDate: Date?
        var revocationReason: RevocationReason?
        var revocationType: RevocationType?
        var revocationPercentage: Int?
        var isUpgraded: Bool
        var isFreeTrial: Bool
        var offerType: OfferType?
        var offerIdentifier: String?
        var offerDiscountType: OfferDiscountType?
        var offerPeriod: String?
        var price: Decimal?
        var currency: String?
        var storefront: String?
        var transactionReason: TransactionReason?
        var inAppOwnershipType: InAppOwnershipType?
        var subscriptionGroupID: String?
        var webOrderLineItemID: String?
        var appAccountToken: UUID?
    }

    /// On its way from an answer to an entitlement a fact is copied dozens of times and hardly ever changed. To copy
    /// all members each time took a sixth of the time that an account with very many transactions takes.
    ///
    /// Nobody changes it but ``own``, after it has made sure that no other fact has it: what threads share stays as it
    /// is.
    fileprivate final class Shared: @unchecked Sendable {
        var value: Members

        init(_ value: Members) { self.value = value }
    }

    /// What only this fact has, to be changed.
    private var own: Shared {
        mutating get {
            if !isKnownUniquelyReferenced(&shared) { shared = Shared(shared.value) }
            return shared
        }
    }
}

extension PurchaseFact {
    /// What tells transactions apart.
    struct Key: Hashable {
        let environment: AppStoreEnvironment
        let transactionID: String
    }

    var key: Key { Key(environment: environment, transactionID: transactionID) }

    /// The kind of product, from the fact itself or from what only subscriptions have.
    var inferredType: ProductType? {
        productType ?? (expiresDate == nil ? nil : .autoRenewableSubscription)
    }
}
