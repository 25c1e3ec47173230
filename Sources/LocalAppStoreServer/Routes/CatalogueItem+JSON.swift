import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration

// How the control interface writes what is for sale: prices in thousandths, periods as ISO 8601 has them.

extension StoreCountry {
    var json: JSONValue {
        ["storefront": .string(code), "storefrontId": .string(storefrontID), "currency": .string(currency)]
    }
}

extension StorePrice {
    var json: JSONObject {
        var amounts = TransactionPayload()
        amounts.price = amount
        var json: JSONObject = [:]
        json["price"] = amounts.json["price"]
        json["currency"] = .string(currency)
        return json
    }
}

extension CatalogueItem {
    var json: JSONValue {
        var json: JSONObject = [
            "productId": .string(productID), "type": .string(type.rawValue), "title": .string(title),
            "description": .string(localizedDescription), "isFamilyShareable": .bool(isFamilyShareable),
        ]
        for (key, value) in price.json.members { json[key] = value }
        json["hostedContentVersion"] = hostedContentVersion.map(JSONValue.string)
        guard let subscription else { return .object(json) }
        json["subscriptionGroupIdentifier"] = .string(subscription.groupID)
        json["groupName"] = .string(subscription.groupName)
        json["groupLevel"] = .number(JSONNumber(subscription.level))
        json["period"] = .string(subscription.period.iso8601)
        json["introductoryOffer"] = subscription.introductoryOffer?.json
        json["promotionalOffers"] = .array(subscription.promotionalOffers.map(\.json))
        json["winBackOffers"] = .array(subscription.winBackOffers.map(\.json))
        json["codeOffers"] = .array(subscription.codeOffers.map(\.json))
        return .object(json)
    }
}

extension CatalogueOffer {
    var json: JSONValue {
        var json: JSONObject = [
            "offerType": .number(JSONNumber(type.rawValue)), "paymentMode": .string(paymentMode.rawValue),
            "period": .string(period.iso8601), "numberOfPeriods": .number(JSONNumber(numberOfPeriods)),
        ]
        json["offerIdentifier"] = identifier.map(JSONValue.string)
        for (key, value) in price.json.members { json[key] = value }
        return .object(json)
    }
}
