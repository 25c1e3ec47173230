public import AppStoreModels

/// How a running store behaves; what has no property here is in its `json`.
public struct SettingsRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Where accounts buy that say nothing else, ISO 3166-1 alpha-3.
    public var storefront: String? { json[string: "storefront"] }
    /// How fast subscriptions renew, for example `monthly-5m`.
    public var timeRate: String? { json[string: "timeRate"] }
    /// How often subscriptions renew; nil for any number of times.
    public var renewalLimit: Int? { json.number("renewalLimit") }
    /// Whether purchases wait for approval.
    public var askToBuyEnabled: Bool? { json[boolean: "askToBuyEnabled"] }
    /// Whether purchases are interrupted.
    public var interruptedPurchasesEnabled: Bool? { json[boolean: "interruptedPurchasesEnabled"] }
    /// Whether renewals cannot be charged.
    public var billingRetryOnRenewalEnabled: Bool? { json[boolean: "billingRetryOnRenewalEnabled"] }
    /// Whether subscriptions have a grace period.
    public var billingGracePeriodEnabled: Bool? { json[boolean: "billingGracePeriodEnabled"] }
}
