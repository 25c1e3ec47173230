public import AppStoreModels

/// How a running store behaves; what has no property here is in its `json`.
///
/// A change is a record of what shall be another way, which begins empty and says nothing of the rest.
public struct SettingsRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// A change of nothing yet.
    public init() { json = [:] }

    /// Where accounts buy that say nothing else, ISO 3166-1 alpha-3.
    public var storefront: String? {
        get { json[string: "storefront"] }
        set { json[string: "storefront"] = newValue }
    }
    /// How fast subscriptions renew, for example `monthly-5m`.
    public var timeRate: String? {
        get { json[string: "timeRate"] }
        set { json[string: "timeRate"] = newValue }
    }
    /// How often subscriptions renew; nil for any number of times.
    public var renewalLimit: Int? {
        get { json.number("renewalLimit") }
        set { json[integer: "renewalLimit"] = newValue.map(Int64.init) }
    }
    /// Whether purchases wait for approval.
    public var askToBuyEnabled: Bool? {
        get { json[boolean: "askToBuyEnabled"] }
        set { json[boolean: "askToBuyEnabled"] = newValue }
    }
    /// Whether purchases are interrupted.
    public var interruptedPurchasesEnabled: Bool? {
        get { json[boolean: "interruptedPurchasesEnabled"] }
        set { json[boolean: "interruptedPurchasesEnabled"] = newValue }
    }
    /// Whether renewals cannot be charged.
    public var billingRetryOnRenewalEnabled: Bool? {
        get { json[boolean: "billingRetryOnRenewalEnabled"] }
        set { json[boolean: "billingRetryOnRenewalEnabled"] = newValue }
    }
    /// Whether subscriptions have a grace period.
    public var billingGracePeriodEnabled: Bool? {
        get { json[boolean: "billingGracePeriodEnabled"] }
        set { json[boolean: "billingGracePeriodEnabled"] = newValue }
    }
}
