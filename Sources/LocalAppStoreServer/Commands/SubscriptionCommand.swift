public import AppStoreModels
public import Foundation
import LocalAppStore

/// What a customer or the App Store does to a subscription.
public enum SubscriptionCommand: Sendable, Hashable {
    /// End the period now and begin the next one.
    case renew
    /// End the subscription now.
    case expire
    /// End it now for a reason of choice, 1 to 5.
    case end(because: ExpirationIntent)
    /// Charge a failed renewal after all.
    case resolveBilling
    /// Turn renewal on or off.
    case autoRenew(Bool)
    /// Choose what the next renewal buys.
    case changeProduct(to: String)
    /// Move the end of the period by 1 to 90 days.
    case extend(days: Int)
    /// Tell the customer of a higher price, in the currency of their storefront and whole thousandths of it.
    case priceIncrease(Decimal, needsConsent: Bool = true)
    /// Answer for the customer who was told of a higher price.
    case priceConsent(accepts: Bool)
}

extension SubscriptionCommand: ControlCommand {
    var form: (name: String, body: JSONObject?) {
        switch self {
        case .renew: ("renew", nil)
        case .expire: ("expire", nil)
        case .end(let intent): ("end", ["expirationIntent": .number(JSONNumber(intent.rawValue))])
        case .resolveBilling: ("resolve-billing", nil)
        case .autoRenew(let isOn): ("auto-renew", ["enabled": .bool(isOn)])
        case .changeProduct(let productID): ("renewal-product", ["productId": .string(productID)])
        case .extend(let days): ("extend", ["extendByDays": .number(JSONNumber(days))])
        case .priceIncrease(let price, let needsConsent):
            ("price-increase", ["price": .thousandths(price), "needsConsent": .bool(needsConsent)])
        case .priceConsent(let accepts): ("price-consent", ["accepts": .bool(accepts)])
        }
    }

    init?(name: String, body: JSONObject) throws(RequestError) {
        switch name {
        case "renew": self = try body.empty(.renew)
        case "expire": self = try body.empty(.expire)
        case "end":
            let intent = try body.only("expirationIntent").requiredInteger("expirationIntent")
            self = .end(because: ExpirationIntent(rawValue: intent))
        case "resolve-billing": self = try body.empty(.resolveBilling)
        case "auto-renew": self = .autoRenew(try body.only("enabled").requiredFlag("enabled"))
        case "renewal-product": self = .changeProduct(to: try body.only("productId").required("productId"))
        case "extend": self = .extend(days: try body.only("extendByDays").requiredInteger("extendByDays"))
        case "price-increase":
            guard let price = try body.only("price", "needsConsent").thousandths("price") else {
                throw .invalidBody("the member \"price\" is missing, or no whole number of thousandths")
            }
            self = .priceIncrease(price, needsConsent: try body.optionalFlag("needsConsent") ?? true)
        case "price-consent": self = .priceConsent(accepts: try body.only("accepts").requiredFlag("accepts"))
        default: return nil
        }
    }

    func perform(on id: String, in store: LocalAppStore) throws(StoreError) {
        switch self {
        case .renew: try store.forceRenewal(originalTransactionID: id)
        case .expire: try store.expire(originalTransactionID: id)
        case .end(let intent): try store.end(originalTransactionID: id, because: intent)
        case .resolveBilling: try store.resolveBilling(originalTransactionID: id)
        case .autoRenew(let isOn): try store.setAutoRenew(isOn, originalTransactionID: id)
        case .changeProduct(let productID): try store.setRenewalProduct(productID, originalTransactionID: id)
        case .extend(let days): try store.extendRenewal(originalTransactionID: id, days: days)
        case .priceIncrease(let price, let needsConsent):
            try store.requestPriceIncrease(originalTransactionID: id, price: price, needsConsent: needsConsent)
        case .priceConsent(let accepts): try store.answerPriceIncrease(originalTransactionID: id, accepts: accepts)
        }
    }
}
