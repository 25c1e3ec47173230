public import Foundation

/// What a customer wants to buy.
public struct PurchaseRequest: Sendable, Hashable, Codable {
    /// What.
    public var productID: String
    /// Who.
    public var accountID: String
    /// How many, 1 to 10.
    public var quantity: Int
    /// The account in the developer's own system.
    public var appAccountToken: UUID?
    /// `SKPayment.applicationUsername`; if it is a UUID it counts as ``appAccountToken``.
    public var applicationUsername: String?
    /// `SKPayment.simulatesAskToBuyInSandbox`: wait for a parent's approval.
    public var simulatesAskToBuy: Bool
    /// The offer to use; nil for none but the introductory one.
    public var offer: PurchaseOffer?
    /// When it was bought, if that is past; nil for now.
    public var past: PastPurchase?
    /// Whether the customer may have the introductory offer, as the developer's server signed it (compact JWS,
    /// `introductory-offer-eligibility`); nil to let the store decide. One that is not valid gives no offer.
    public var introductoryEligibilityJWS: String?
    /// What ``introductoryEligibilityJWS`` says, once the store has looked at it.
    var allowsIntroductoryOffer: Bool?
    /// The request of Advanced Commerce that says what is sold, as JSON; nil for what the catalogue sells.
    package internal(set) var advancedCommerce: String?

    /// What a customer wants to buy.
    public init(
        productID: String,
        accountID: String,
        quantity: Int = 1,
        appAccountToken: UUID? = nil,
        applicationUsername: String? = nil,
        simulatesAskToBuy: Bool = false,
        offer: PurchaseOffer? = nil,
        past: PastPurchase? = nil
    ) {
        self.productID = productID
        self.accountID = accountID
        self.quantity = quantity
        self.appAccountToken = appAccountToken ?? applicationUsername.flatMap(UUID.init(uuidString:))
        self.applicationUsername = applicationUsername
        self.simulatesAskToBuy = simulatesAskToBuy
        self.offer = offer
        self.past = past
    }
}

/// A purchase that was made before now, as Xcode's transaction manager can create one.
public struct PastPurchase: Sendable, Hashable, Codable {
    /// When it was made.
    public var date: Date
    /// Whether a subscription has renewed since and goes on; if not, it was cancelled at once and ends with its first
    /// period.
    public var renewsUntilNow: Bool

    /// A purchase in the past.
    public init(date: Date, renewsUntilNow: Bool = true) {
        self.date = date
        self.renewsUntilNow = renewsUntilNow
    }
}

extension PurchaseRequest: StoredValue {
    // An app signs an offer with any timestamp; it is looked at before it counts.
    func checkRanges() throws(Nonsense) { try StoredRange.quantities.check(quantity, "quantity") }
}
