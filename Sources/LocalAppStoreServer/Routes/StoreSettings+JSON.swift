import AppStoreModels
import LocalAppStore

extension StoreSettings {
    /// The settings as the control interface writes and takes them.
    var json: JSONValue {
        [
            "storefront": .string(storefront), "locale": .string(locale), "timeRate": .string(timeRate.name),
            "renewalLimit": renewalLimit.map { .number(JSONNumber($0)) } ?? .null,
            "askToBuyEnabled": .bool(askToBuyEnabled),
            "interruptedPurchasesEnabled": .bool(interruptedPurchasesEnabled),
            "purchaseFailure": (purchaseFailure?.rawValue).map(JSONValue.string) ?? .null,
            "billingRetryOnRenewalEnabled": .bool(billingRetryOnRenewalEnabled),
            "billingGracePeriodEnabled": .bool(billingGracePeriodEnabled),
            "disableDialogs": .bool(disableDialogs),
            "priceOverrides": .object(
                JSONObject(
                    priceOverrides.sorted { $0.key < $1.key }.map { storefront, prices in
                        let prices = prices.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.object($0.value.json)) }
                        return (storefront, .object(JSONObject(prices)))
                    }
                )
            ),
        ]
    }
}
