import AppStoreModels

extension NotificationPayload {
    /// Puts what became of an extension of many subscriptions in the place that the data about one have elsewhere.
    mutating func setSummary(_ extended: MassExtension, app: StoreApp, environment: AppStoreEnvironment) {
        var summary: JSONObject = [
            "requestIdentifier": .string(extended.requestIdentifier), "environment": .string(environment.rawValue),
            "bundleId": .string(app.bundleID), "productId": .string(extended.productID),
            "succeededCount": .number(JSONNumber(extended.succeededCount)),
            "failedCount": .number(JSONNumber(extended.failedCount)),
        ]
        if environment == .production { summary["appAppleId"] = .number(JSONNumber(app.appAppleID)) }
        summary["storefrontCountryCodes"] = extended.storefrontCountryCodes.map { .array($0.map(JSONValue.string)) }
        json["summary"] = .object(summary)
    }
}
