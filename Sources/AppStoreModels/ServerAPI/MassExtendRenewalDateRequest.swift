public import Foundation

/// The body of Extend Subscription Renewal Dates for All Active Subscribers.
public struct MassExtendRenewalDateRequest: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// By how many days, 1 to 90.
    public var extendByDays: Int64? {
        get { json[integer: "extendByDays"] }
        set { json[integer: "extendByDays"] = newValue }
    }

    /// Why.
    public var extendReasonCode: ExtendReasonCode? {
        get { json[code: "extendReasonCode"].map(ExtendReasonCode.init(rawValue:)) }
        set { json[code: "extendReasonCode"] = newValue?.rawValue }
    }

    /// The caller's own name of the request, 1 to 128 characters, new for each.
    public var requestIdentifier: String? {
        get { json[string: "requestIdentifier"] }
        set { json[string: "requestIdentifier"] = newValue }
    }

    /// Whose subscribers.
    public var productID: String? {
        get { json[string: "productId"] }
        set { json[string: "productId"] = newValue }
    }

    /// Only these storefronts, ISO 3166-1 alpha-3; nil for all. An empty list is refused with 4000027.
    public var storefrontCountryCodes: [String]? {
        get { json[array: "storefrontCountryCodes"]?.compactMap(\.string) }
        set { json[array: "storefrontCountryCodes"] = newValue?.map(JSONValue.string) }
    }
}

/// How far an extension for all subscribers is.
public struct MassExtendRenewalDateStatus: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The caller's own name of the request.
    public var requestIdentifier: String? {
        get { json[string: "requestIdentifier"] }
        set { json[string: "requestIdentifier"] = newValue }
    }

    /// Whether the App Store is done.
    public var isComplete: Bool? {
        get { json[boolean: "complete"] }
        set { json[boolean: "complete"] = newValue }
    }

    /// When it was done.
    public var completeDate: Date? {
        get { json[milliseconds: "completeDate"] }
        set { json[milliseconds: "completeDate"] = newValue }
    }

    /// How many were extended.
    public var succeededCount: Int64? {
        get { json[integer: "succeededCount"] }
        set { json[integer: "succeededCount"] = newValue }
    }

    /// How many were not.
    public var failedCount: Int64? {
        get { json[integer: "failedCount"] }
        set { json[integer: "failedCount"] = newValue }
    }
}
