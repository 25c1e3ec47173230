import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What a row of a shop says about a product, in the customer's currency and language.
public struct ProductCard: Sendable, Hashable, Identifiable {
    /// The product's identifier.
    public let id: String
    /// The product's name.
    public let title: String
    /// What it is.
    public let description: String
    /// The price, for each period if it is a subscription.
    public let price: String
    /// The length of a period, such as "1 month"; nil unless it is a subscription.
    public let period: String?
    /// What the customer gets before the full price counts, such as "1 week free"; nil if there is no such offer, or if it is
    /// not known that the customer may have it.
    public let offer: String?
    /// The group of the subscription; nil unless it is one.
    public let groupID: String?
    /// The level of service in the group, 1 for the highest; nil if the store does not say.
    public let level: Int?
    /// Whether the customer may use it now; nil while that is not known.
    public let isOwned: Bool?

    /// The price, the period and the offer in a line of English, such as "$4.99 / 1 month, first 1 week free".
    public var terms: String {
        [period.map { "\(price) / \($0)" } ?? price, offer.map { "first \($0)" }].compactMap { $0 }
            .joined(separator: ", ")
    }
}

/// What only StoreKit 2 says about a subscription.
struct SubscriptionTerms: Sendable, Hashable {
    /// The level of service in the group, 1 for the highest.
    var level: Int?
    /// Whether the customer may have the introductory offer.
    var mayHaveIntroductoryOffer = false
}

extension ProductCard {
    /// A card of a product.
    ///
    /// - Parameter terms: What StoreKit 2 says; nil if nobody could be asked. An offer that may be refused is not shown.
    init(_ product: SKProduct, _ terms: SubscriptionTerms?, isOwned: Bool?) {
        id = product.productIdentifier
        title = product.localizedTitle
        description = product.localizedDescription
        price = product.localizedPrice ?? product.price.stringValue
        period = product.subscriptionPeriod.map { $0.localized(in: product.priceLocale, .full) }
        offer = terms?.mayHaveIntroductoryOffer == true ? product.introductoryPrice.map(Self.words) : nil
        groupID = product.subscriptionGroupIdentifier
        level = terms?.level
        self.isOwned = isOwned
    }

    private static func words(_ offer: SKProductDiscount) -> String {
        let price = offer.localizedPrice ?? offer.price.stringValue
        switch offer.paymentMode {
        case .freeTrial: return "\(length(offer)) free"
        case .payUpFront: return "\(length(offer)) for \(price)"
        case .payAsYouGo:
            return "\(length(offer)) at \(price) / \(offer.localizedSubscriptionPeriod)"
        @unknown default: return "\(length(offer)) at \(price)"
        }
    }

    /// All periods of an offer together.
    private static func length(_ offer: SKProductDiscount) -> String {
        let period = offer.localizedSubscriptionPeriod
        return offer.numberOfPeriods > 1 ? "\(offer.numberOfPeriods) × \(period)" : period
    }
}
