import AppStoreModels
import AppStoreTrust
import LocalAppStore
import StoreConfiguration

extension StoreSettings {
    /// The settings alone, as events have them: whether the clock runs is none of them.
    var json: JSONValue { json(isClockRunning: true) }

    /// The settings as the control interface writes and takes them.
    ///
    /// - Parameter isClockRunning: A clock that stands, with periods of their real length, is the rate `manual`.
    func json(isClockRunning: Bool) -> JSONValue {
        let rate = !isClockRunning && timeRate == .realTime ? TimeRate.manualName : timeRate.name
        return [
            "storefront": .string(storefront), "locale": .string(locale), "timeRate": .string(rate),
            "renewalLimit": renewalLimit.map { .number(JSONNumber($0)) } ?? .null,
            "askToBuyEnabled": .bool(askToBuyEnabled),
            "interruptedPurchasesEnabled": .bool(interruptedPurchasesEnabled),
            "purchaseFailure": (purchaseFailure?.rawValue).map(JSONValue.string) ?? .null,
            "billingRetryOnRenewalEnabled": .bool(billingRetryOnRenewalEnabled),
            "billingGracePeriodEnabled": .bool(billingGracePeriodEnabled),
            "disableDialogs": .bool(disableDialogs),
            "withdrawnProductIds": .array(withdrawnProductIDs.sorted().map(JSONValue.string)),
            "winBackRules": .object(
                JSONObject(winBackRules.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
            ),
            "hostedContentVersions": .object(
                JSONObject(hostedContentVersions.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            ),
            "environment": (environment?.rawValue).map(JSONValue.string) ?? .null,
            "receiptDigest": .string(receiptDigest.rawValue),
            "retentionReviewSeconds": retentionReviewSeconds.map { .number(JSONNumber($0)) } ?? .null,
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

extension WinBackRule {
    fileprivate var json: JSONValue {
        var json: JSONObject = [
            "minimumPaidMonths": .number(JSONNumber(minimumPaidMonths)),
            "minimumMonthsSinceChurn": .number(JSONNumber(minimumMonthsSinceChurn)),
        ]
        json["maximumMonthsSinceChurn"] = maximumMonthsSinceChurn.map { .number(JSONNumber($0)) }
        json["monthsBetweenOffers"] = monthsBetweenOffers.map { .number(JSONNumber($0)) }
        return .object(json)
    }
}
