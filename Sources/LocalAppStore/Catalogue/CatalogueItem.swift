public import AppStoreModels
public import StoreConfiguration

/// Something that can be bought, as one customer sees it: in their language, at their storefront's price.
public struct CatalogueItem: Sendable, Hashable, Codable {
    /// The identifier that apps use.
    public let productID: String
    /// The kind of product.
    public let type: ProductType
    /// The name in the customer's language.
    public let title: String
    /// The description in the customer's language.
    public let localizedDescription: String
    /// What one costs.
    public let price: StorePrice
    /// Whether a family may share it.
    public let isFamilyShareable: Bool
    /// The version of the content that Apple hosts for it; nil if it has none.
    public let hostedContentVersion: String?
    /// What only auto-renewable subscriptions have.
    public let subscription: CatalogueSubscription?
}

/// What an auto-renewable subscription has besides a name and a price.
public struct CatalogueSubscription: Sendable, Hashable, Codable {
    /// The group it belongs to.
    public let groupID: String
    /// The group's name in the customer's language.
    public let groupName: String
    /// The level in the group; 1 is the highest.
    public let level: Int
    /// How long one period lasts.
    public let period: BillingPeriod
    /// The offer for new subscribers, whether or not this customer may still have it.
    public let introductoryOffer: CatalogueOffer?
    /// The offers that the developer signs.
    public let promotionalOffers: [CatalogueOffer]
    /// The offers for former subscribers.
    public let winBackOffers: [CatalogueOffer]
    /// The offers redeemed with a code.
    public let codeOffers: [CatalogueOffer]
}

/// An offer as one customer sees it.
public struct CatalogueOffer: Sendable, Hashable, Codable {
    /// The kind of offer.
    public let type: OfferType
    /// Which offer; nil for introductory offers.
    public let identifier: String?
    /// How it is paid.
    public let paymentMode: OfferPaymentMode
    /// How long one period of the offer lasts.
    public let period: BillingPeriod
    /// How many periods it has.
    public let numberOfPeriods: Int
    /// What one period costs; 0 for a free trial.
    public let price: StorePrice
}
