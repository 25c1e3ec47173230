import AppStoreModels
import Entitlements
import Foundation

// What the App Store stated, with all that it said: in Apple's names, prices in thousandths of the currency.

extension PurchaseFact {
    var json: JSONObject {
        var json: JSONObject = [
            "transactionId": .string(transactionID), "originalTransactionId": .string(originalTransactionID),
            "productId": .string(productID), "environment": .string(environment.rawValue),
        ]
        json[milliseconds: "signedDate"] = statedDate
        json[string: "bundleId"] = bundleID
        json[string: "type"] = productType?.rawValue
        json[milliseconds: "purchaseDate"] = purchaseDate
        json[milliseconds: "originalPurchaseDate"] = originalPurchaseDate
        json[milliseconds: "expiresDate"] = expiresDate
        json[integer: "quantity"] = Int64(quantity)
        json[milliseconds: "revocationDate"] = revocationDate
        json[integer: "revocationReason"] = revocationReason.map { Int64($0.rawValue) }
        json[string: "revocationType"] = revocationType?.rawValue
        json[integer: "revocationPercentage"] = revocationPercentage.map(Int64.init)
        json[boolean: "isUpgraded"] = isUpgraded
        json[boolean: "isTrialPeriod"] = isFreeTrial
        json[integer: "offerType"] = offerType.map { Int64($0.rawValue) }
        json[string: "offerIdentifier"] = offerIdentifier
        json[string: "offerDiscountType"] = offerDiscountType?.rawValue
        json[string: "offerPeriod"] = offerPeriod
        json["price"] = price.flatMap(JSONValue.init(price:))
        json[string: "currency"] = currency
        json[string: "storefront"] = storefront
        json[string: "transactionReason"] = transactionReason?.rawValue
        json[string: "inAppOwnershipType"] = inAppOwnershipType?.rawValue
        json[string: "subscriptionGroupIdentifier"] = subscriptionGroupID
        json[string: "webOrderLineItemId"] = webOrderLineItemID
        json[string: "appAccountToken"] = appAccountToken?.uuidString.lowercased()
        return json
    }
}

extension RenewalFact {
    var json: JSONObject {
        var json: JSONObject = [
            "originalTransactionId": .string(originalTransactionID), "environment": .string(environment.rawValue),
        ]
        json[milliseconds: "signedDate"] = statedDate
        json[string: "productId"] = productID
        json[integer: "autoRenewStatus"] = autoRenewStatus.map { Int64($0.rawValue) }
        json[string: "autoRenewProductId"] = autoRenewProductID
        json[integer: "expirationIntent"] = expirationIntent.map { Int64($0.rawValue) }
        json[boolean: "isInBillingRetryPeriod"] = isInBillingRetryPeriod
        json[milliseconds: "gracePeriodExpiresDate"] = gracePeriodExpiresDate
        json[integer: "priceIncreaseStatus"] = priceIncreaseStatus.map { Int64($0.rawValue) }
        json[milliseconds: "renewalDate"] = renewalDate
        json["renewalPrice"] = renewalPrice.flatMap(JSONValue.init(price:))
        json[string: "currency"] = currency
        json[integer: "offerType"] = offerType.map { Int64($0.rawValue) }
        json[string: "offerIdentifier"] = offerIdentifier
        json[string: "offerDiscountType"] = offerDiscountType?.rawValue
        json[array: "eligibleWinBackOfferIds"] = eligibleWinBackOfferIDs?.map(JSONValue.string)
        return json
    }
}

extension JSONValue {
    /// A price, rounded to the nearest thousandth; nil for what is no number.
    fileprivate init?(price: Decimal) {
        var (thousandths, rounded) = (price * 1_000, Decimal())
        NSDecimalRound(&rounded, &thousandths, 0, .plain)
        guard let number = JSONNumber(rounded) else { return nil }
        self = .number(number)
    }
}
