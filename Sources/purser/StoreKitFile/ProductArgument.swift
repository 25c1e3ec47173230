import AppStoreModels
import ArgumentParser
import Foundation
import StoreConfiguration

/// A product given as `com.example.seeds:consumable:0.99`.
struct ProductArgument: ExpressibleByArgument {
    let fields: ColonFields
    let type: ProductType

    private static let types: [String: ProductType] = [
        "consumable": .consumable, "non-consumable": .nonConsumable, "non-renewing": .nonRenewingSubscription,
    ]

    init?(argument: String) {
        guard let fields = ColonFields(argument), let type = Self.types[fields.middle.lowercased()] else { return nil }
        (self.fields, self.type) = (fields, type)
    }

    func product(locale: String, _ identifiers: inout ConfigurationIdentifiers) -> ConfiguredProduct {
        var product = ConfiguredProduct(
            productID: fields.productID,
            type: type,
            price: fields.price,
            name: fields.name,
            internalID: identifiers.make()
        )
        product.localizations = [fields.localization(locale)]
        return product
    }
}

/// A subscription given as `com.example.club:P1M:4.99`.
struct SubscriptionArgument: ExpressibleByArgument {
    let fields: ColonFields
    let period: BillingPeriod

    init?(argument: String) {
        guard let fields = ColonFields(argument), let period = BillingPeriod(iso8601: fields.middle) else { return nil }
        (self.fields, self.period) = (fields, period)
    }

    func subscription(
        level: Int,
        locale: String,
        _ identifiers: inout ConfigurationIdentifiers
    ) -> ConfiguredSubscription {
        var subscription = ConfiguredSubscription(
            productID: fields.productID,
            period: period,
            level: level,
            price: fields.price,
            name: fields.name,
            identifiers: &identifiers
        )
        subscription.localizations = [fields.localization(locale)]
        return subscription
    }
}

/// An identifier, a word and a price with colons between them.
struct ColonFields {
    let productID: String
    let middle: String
    let price: Decimal

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[0].isEmpty else { return nil }
        productID = parts[0]
        middle = parts[1]
        // The file's own reading of prices decides what is one.
        guard let price = ConfiguredProduct(json: ["displayPrice": .string(parts[2])]).price else { return nil }
        self.price = price
    }

    /// The last part of the identifier as words: `flower_pots` is `Flower Pots`. Reference names must differ, so it is
    /// the whole identifier where nothing is left.
    var name: String {
        let last = productID.split(separator: ".").last ?? ""
        let words = last.split { "-_".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return words.isEmpty ? productID : words.joined(separator: " ")
    }

    func localization(_ locale: String) -> ConfiguredLocalization {
        ConfiguredLocalization(locale: locale, displayName: name, description: "")
    }
}
