import AppStoreModels
import Foundation
import OrderedCollections
import StoreConfiguration

/// The configuration, indexed for selling.
struct Catalogue: Sendable {
    /// One thing for sale.
    struct Entry: Sendable {
        let productID: String
        let type: ProductType
        let price: Decimal
        let isFamilyShareable: Bool
        let localizations: [ConfiguredLocalization]
        let fallbackTitle: String
        let subscription: Subscription?
        /// The offers redeemed with a code; since 2026 one-time purchases may have them too.
        let codeOffers: [ConfiguredOffer]
    }

    /// What a subscription has besides.
    struct Subscription: Sendable {
        let group: ConfiguredSubscriptionGroup
        let groupID: String
        let level: Int
        let period: BillingPeriod
        let introductoryOffer: ConfiguredOffer?
        let promotionalOffers: [ConfiguredOffer]
        let winBackOffers: [ConfiguredOffer]
    }

    private let entries: OrderedDictionary<String, Entry>
    /// The language that is used where the customer's is missing.
    let defaultLocale: String
    /// Checks the signatures of promotional offers; nil if the configuration has no key.
    let offersKey: OffersVerificationKey?

    /// Things of a kind that this version does not know are left out: nobody can sell them.
    init(_ configuration: StoreConfiguration) {
        let oneTime = (configuration.products + configuration.nonRenewingSubscriptions).map { Entry($0, nil) }
        let subscriptions = configuration.subscriptionGroups.flatMap { group in
            group.subscriptions.map { Entry($0, Subscription($0, group: group)) }
        }
        entries = OrderedDictionary(
            (oneTime + subscriptions).compactMap { entry in entry.map { ($0.productID, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
        defaultLocale = configuration.settings.locale ?? "en_US"
        offersKey = OffersVerificationKey(configuration.subscriptionOffersKeyPair)
    }

    subscript(productID: String) -> Entry? { entries[productID] }

    /// Everything in the file's order.
    var all: [Entry] { Array(entries.values) }
}

extension Catalogue.Entry {
    fileprivate init?(_ item: some ConfiguredItem, _ subscription: Catalogue.Subscription?) {
        guard let type = item.type, (type == .autoRenewableSubscription) == (subscription != nil) else { return nil }
        productID = item.productID
        self.type = type
        price = (item.price ?? 0).nearestPrice
        isFamilyShareable = item.isFamilyShareable
        localizations = item.localizations
        fallbackTitle = item.referenceName ?? item.productID
        self.subscription = subscription
        codeOffers = (item.json[array: "codeOffers"] ?? []).compactMap { value -> ConfiguredOffer? in
            if case .object(let object) = value { ConfiguredOffer(json: object) } else { nil }
        }
        .filter(\.isBilledUpFront)
    }

    /// The entry in a language and at a storefront.
    func item(
        locale: String,
        fallback: String,
        country: StoreCountry,
        price: StorePrice,
        hostedContentVersion: String?
    ) -> CatalogueItem {
        let words = localizations.best(for: locale, fallback: fallback)
        let title = words?.displayName ?? ""
        return CatalogueItem(
            productID: productID,
            type: type,
            title: title.isEmpty ? fallbackTitle : title,
            localizedDescription: words?.localizedDescription ?? "",
            price: price,
            isFamilyShareable: isFamilyShareable,
            hostedContentVersion: hostedContentVersion,
            subscription: subscription?.item(
                codeOffers,
                locale: locale,
                fallback: fallback,
                currency: country.currency
            )
        )
    }
}

extension Catalogue.Subscription {
    fileprivate init?(_ subscription: ConfiguredSubscription, group: ConfiguredSubscriptionGroup) {
        guard let period = subscription.period else { return nil }
        self.group = group
        groupID = subscription.subscriptionGroupID ?? group.id
        level = subscription.level
        self.period = period
        introductoryOffer = subscription.introductoryOffer
        // No other billing plan is sold.
        promotionalOffers = subscription.promotionalOffers.filter(\.isBilledUpFront)
        winBackOffers = subscription.winBackOffers.filter(\.isBilledUpFront)
    }

    fileprivate func item(
        _ codeOffers: [ConfiguredOffer],
        locale: String,
        fallback: String,
        currency: String
    ) -> CatalogueSubscription {
        let groupName = group.localizations.best(for: locale, fallback: fallback)?.displayName ?? ""
        return CatalogueSubscription(
            groupID: groupID,
            groupName: groupName.isEmpty ? group.name ?? groupID : groupName,
            level: level,
            period: period,
            introductoryOffer: introductoryOffer?.item(.introductory, currency: currency),
            promotionalOffers: promotionalOffers.compactMap { $0.item(.promotional, currency: currency) },
            winBackOffers: winBackOffers.compactMap { $0.item(.winBack, currency: currency) },
            codeOffers: codeOffers.compactMap { $0.item(.offerCode, currency: currency) }
        )
    }
}

extension ConfiguredOffer {
    /// The offer at a storefront; nil if the file says too little about it.
    func item(_ type: OfferType, currency: String) -> CatalogueOffer? {
        guard let paymentMode, let period else { return nil }
        return CatalogueOffer(
            type: type,
            identifier: offerID ?? (type == .offerCode ? referenceName : nil),
            paymentMode: paymentMode,
            period: period,
            numberOfPeriods: numberOfPeriods,
            price: StorePrice(amount: (price ?? 0).nearestPrice, currency: currency)
        )
    }
}
