import AppStoreModels
import Foundation
import LocalAppStoreServer
import StoreConfiguration

/// A configuration as a catalogue for programs: the same names in every version of the file.
struct ConfigurationJSON {
    private let configuration: StoreConfiguration
    private let names: LocalizedNames

    init(_ configuration: StoreConfiguration, locale: String?) {
        self.configuration = configuration
        names = LocalizedNames(locale: locale, configuration: configuration)
    }

    var object: JSONObject {
        var object = JSONObject()
        object[string: "identifier"] = configuration.identifier
        object[string: "version"] = configuration.version?.description
        object[string: "storefront"] = configuration.settings.storefront
        object[string: "locale"] = configuration.settings.locale
        object[string: "timeRate"] = configuration.settings.timeRate.name
        let products = configuration.products + configuration.nonRenewingSubscriptions
        object[array: "products"] = products.map { .object(common(to: $0)) }
        object[array: "subscriptionGroups"] = configuration.subscriptionGroups.map { group in
            var object: JSONObject = ["id": .string(group.id)]
            object[string: "name"] = group.name
            object[array: "subscriptions"] = group.subscriptions.map { .object(self.object(of: $0)) }
            return .object(object)
        }
        return object
    }

    /// What products and subscriptions have in common.
    private func common(to item: some ConfiguredItem) -> JSONObject {
        var object: JSONObject = ["productId": .string(item.productID)]
        object[string: "type"] = item.type?.rawValue ?? item.json[string: "type"]
        object[string: "displayPrice"] = item.price.map { "\($0)" }
        object[string: "title"] = names.name(of: item)
        object[string: "referenceName"] = item.referenceName
        object[boolean: "isFamilyShareable"] = item.isFamilyShareable
        return object
    }

    private func object(of subscription: ConfiguredSubscription) -> JSONObject {
        var object = common(to: subscription)
        object[integer: "groupLevel"] = Int64(subscription.level)
        object[string: "period"] = subscription.period?.iso8601
        object[array: "offers"] = OfferText.all(of: subscription).map { offer in
            ["kind": .string(offer.kind), "name": .string(offer.name), "terms": .string(offer.terms)]
        }
        return object
    }
}
