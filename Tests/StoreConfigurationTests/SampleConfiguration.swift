import AppStoreModels
import Foundation
import StoreConfiguration

/// A configuration that has everything, made in code.
enum SampleConfiguration {
    static func everything(seed: UInt64 = 1) -> StoreConfiguration {
        var identifiers = ConfigurationIdentifiers(seed: seed)
        var configuration = StoreConfiguration(identifier: identifiers.make())
        configuration.products = [
            product("seeds", .consumable, &identifiers), product("greenhouse", .nonConsumable, &identifiers),
        ]
        configuration.nonRenewingSubscriptions = [product("season", .nonRenewingSubscription, &identifiers)]
        let groupID = identifiers.make()
        let subscriptions = [club("bouquet", level: 1, &identifiers), club("posy", level: 2, &identifiers)]
        configuration.subscriptionGroups = [
            ConfiguredSubscriptionGroup(id: groupID, name: "Flower Club", subscriptions: subscriptions)
        ]
        // Not a key, but the beginning and the length of one.
        configuration.subscriptionOffersKeyPair = OffersKeyPair(
            json: [
                "id": "8A1B2C3D",
                "privateKey": .string(Data([0x30] + Array(repeating: 0, count: 137)).base64EncodedString()),
            ]
        )
        return configuration
    }

    private static func product(
        _ name: String,
        _ type: ProductType,
        _ identifiers: inout ConfigurationIdentifiers
    ) -> ConfiguredProduct {
        var product = ConfiguredProduct(
            productID: "com.example.\(name)",
            type: type,
            price: Decimal(99) / 100,
            name: name.capitalized,
            internalID: identifiers.make()
        )
        product.localizations = [words(name)]
        return product
    }

    private static func club(
        _ name: String,
        level: Int,
        _ identifiers: inout ConfigurationIdentifiers
    ) -> ConfiguredSubscription {
        var club = ConfiguredSubscription(
            productID: "com.example.club.\(name)",
            period: month,
            level: level,
            price: Decimal(499) / 100,
            name: name.capitalized,
            identifiers: &identifiers
        )
        club.localizations = [words(name)]
        club.introductoryOffers = [
            ConfiguredOffer(paymentMode: .freeTrial, period: week, internalID: identifiers.make())
        ]
        var spring = ConfiguredOffer(
            paymentMode: .payAsYouGo,
            period: month,
            numberOfPeriods: 3,
            price: Decimal(199) / 100,
            internalID: identifiers.make()
        )
        (spring.offerID, spring.referenceName) = ("spring", "Spring")
        club.promotionalOffers = [spring]
        var code = ConfiguredOffer(paymentMode: .freeTrial, period: week, internalID: identifiers.make())
        code.referenceName = "Newspaper"
        code.eligibility = [.newSubscribers, .expiredSubscribers]
        code.isStackable = false
        club.codeOffers = [code]
        var winBack = ConfiguredOffer(
            paymentMode: .payUpFront,
            period: month,
            price: Decimal(99) / 100,
            internalID: identifiers.make()
        )
        (winBack.offerID, winBack.referenceName, winBack.isEligible) = ("return", "Return", true)
        club.winBackOffers = [winBack]
        return club
    }

    static let week = period("P1W")
    static let month = period("P1M")

    private static func period(_ text: String) -> BillingPeriod {
        guard let period = BillingPeriod(iso8601: text) else { preconditionFailure("\(text) is a period") }
        return period
    }

    private static func words(_ name: String) -> ConfiguredLocalization {
        ConfiguredLocalization(locale: "en_US", displayName: name.capitalized, description: "For the garden")
    }
}
