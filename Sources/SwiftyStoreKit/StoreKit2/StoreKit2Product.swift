import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A product of StoreKit 2 in the form that the client's functions take and give.
// Sendable is safe: every stored property is immutable, and what is made of them is made anew each time.
final class StoreKit2Product: SKProduct, @unchecked Sendable {
    let product: Product
    /// The win-back offer with which the customer began to buy it in the App Store. It stays with the product, because the
    /// payment of StoreKit 1 has no place for it.
    let winBackOfferID: String?

    init(_ product: Product, winBackOfferID: String? = nil) {
        (self.product, self.winBackOfferID) = (product, winBackOfferID)
        super.init()
    }

    override var productIdentifier: String { product.id }
    override var localizedTitle: String { product.displayName }
    override var localizedDescription: String { product.description }
    override var price: NSDecimalNumber { NSDecimalNumber(decimal: product.price) }
    override var isFamilyShareable: Bool { product.isFamilyShareable }
    override var subscriptionGroupIdentifier: String? { product.subscription?.subscriptionGroupID }

    override var priceLocale: Locale {
        let style = product.priceFormatStyle
        // What the locale says of a currency itself is the one of the device.
        let place = style.locale.identifier.prefix { $0 != "@" }
        return Locale(identifier: "\(place)@currency=\(style.currencyCode)")
    }

    override var subscriptionPeriod: SKProductSubscriptionPeriod? {
        product.subscription.map { StoreKit2Period($0.subscriptionPeriod) }
    }

    override var introductoryPrice: SKProductDiscount? {
        product.subscription?.introductoryOffer.map { StoreKit2Discount($0, in: priceLocale) }
    }

    override var discounts: [SKProductDiscount] {
        (product.subscription?.promotionalOffers ?? []).map { StoreKit2Discount($0, in: priceLocale) }
    }
}

/// What StoreKit 2 found of some identifiers.
// Sendable is safe: every stored property is immutable.
final class StoreKit2Response: SKProductsResponse, @unchecked Sendable {
    private let found: [StoreKit2Product]
    private let unknown: [String]

    init(_ products: [Product], asked identifiers: Set<String>) {
        found = products.map { StoreKit2Product($0) }
        unknown = identifiers.subtracting(products.map(\.id)).sorted()
        super.init()
    }

    override var products: [SKProduct] { found }
    override var invalidProductIdentifiers: [String] { unknown }
}

/// A period of StoreKit 2.
// Sendable is safe: every stored property is immutable.
private final class StoreKit2Period: SKProductSubscriptionPeriod, @unchecked Sendable {
    private let period: Product.SubscriptionPeriod

    init(_ period: Product.SubscriptionPeriod) {
        self.period = period
        super.init()
    }

    override var numberOfUnits: Int { period.value }

    override var unit: SKProduct.PeriodUnit {
        switch period.unit {
        case .day: .day
        case .week: .week
        case .month: .month
        default: .year
        }
    }
}

/// An offer of StoreKit 2.
// Sendable is safe: every stored property is immutable.
private final class StoreKit2Discount: SKProductDiscount, @unchecked Sendable {
    private let offer: Product.SubscriptionOffer
    private let locale: Locale

    init(_ offer: Product.SubscriptionOffer, in locale: Locale) {
        self.offer = offer
        self.locale = locale
        super.init()
    }

    override var price: NSDecimalNumber { NSDecimalNumber(decimal: offer.price) }
    override var priceLocale: Locale { locale }
    override var identifier: String? { offer.id }
    override var subscriptionPeriod: SKProductSubscriptionPeriod { StoreKit2Period(offer.period) }
    override var numberOfPeriods: Int { offer.periodCount }
    override var type: SKProductDiscount.`Type` { offer.type == .introductory ? .introductory : .subscription }

    override var paymentMode: SKProductDiscount.PaymentMode {
        switch offer.paymentMode {
        case .freeTrial: .freeTrial
        case .payUpFront: .payUpFront
        default: .payAsYouGo
        }
    }
}

/// A storefront of StoreKit 2.
// Sendable is safe: every stored property is immutable.
final class StoreKit2Storefront: SKStorefront, @unchecked Sendable {
    private let place: Storefront

    init(_ storefront: Storefront) {
        place = storefront
        super.init()
    }

    override var countryCode: String { place.countryCode }
    override var identifier: String { place.id }
}
