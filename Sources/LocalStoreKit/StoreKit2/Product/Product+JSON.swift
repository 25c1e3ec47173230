import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration

extension CatalogueItem {
    /// The product as StoreKit's JSON has it.
    func storeKitJSON(_ format: PriceFormat, displayPrice: String, storefront: String) -> Data {
        let number = internalID
        var attributes: JSONObject = [
            "description": .object(["standard": .string(localizedDescription)]),
            "icuLocale": .string(format.identifier),
            "isFamilyShareable": .number(JSONNumber(isFamilyShareable ? 1 : 0)),
            "kind": .string(type.rawValue), "name": .string(title), "offerName": .string(productID),
            "offers": .array([.object(offerJSON(format, displayPrice))]),
        ]
        if let subscription {
            attributes[string: "subscriptionFamilyId"] = subscription.groupID
            attributes[string: "subscriptionFamilyName"] = subscription.groupName
            attributes["subscriptionFamilyRank"] = .number(JSONNumber(subscription.level))
        }
        let json: JSONObject = [
            "attributes": .object(attributes),
            "href": .string("/v1/catalog/\(storefront.lowercased())/in-apps/\(number)"), "id": .string(number),
            "type": "in-apps",
        ]
        return JSONValue.object(json).jsonData
    }

    private func offerJSON(_ format: PriceFormat, _ displayPrice: String) -> JSONObject {
        var offer: JSONObject = [
            "currencyCode": .string(price.currency), "price": .string("\(price.amount)"),
            "priceFormatted": .string(displayPrice),
        ]
        guard let subscription else { return offer }
        offer[string: "recurringSubscriptionPeriod"] = subscription.period.iso8601
        let introductory = subscription.introductoryOffer.map { [$0] } ?? []
        let all = introductory + subscription.promotionalOffers + subscription.winBackOffers
        offer["discounts"] = .array(all.map { .object($0.storeKitJSON(format)) })
        return offer
    }

    /// The store's own number of the product: FNV-1a of its identifier, ten digits as Apple's have.
    private var internalID: String {
        let hash = productID.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(1_000_000_000 + hash % 9_000_000_000)
    }
}

extension CatalogueOffer {
    fileprivate func storeKitJSON(_ format: PriceFormat) -> JSONObject {
        var json: JSONObject = [
            "modeType": .string(modeType), "numOfPeriods": .number(JSONNumber(numberOfPeriods)),
            "priceFormatted": .string(format.text(price.amount)), "priceString": .string("\(price.amount)"),
            "recurringSubscriptionPeriod": .string(period.iso8601), "type": .string(discountType),
        ]
        json[string: "offerId"] = identifier
        return json
    }

    private var modeType: String {
        switch paymentMode {
        case .freeTrial: "FreeTrial"
        case .payUpFront: "PayUpFront"
        default: "PayAsYouGo"
        }
    }

    private var discountType: String {
        switch type {
        case .introductory: "IntroOffer"
        case .winBack: "WinBackOffer"
        default: "AdhocOffer"
        }
    }
}
