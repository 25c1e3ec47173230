public import Foundation

/// The body of Extend a Subscription Renewal Date.
public struct ExtendRenewalDateRequest: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// By how many days the end of a period can be moved.
    package static let possibleDays = 1...90

    /// By how many days, 1 to 90; the sandbox scales them to its clock.
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
}

/// What became of one extension.
public struct ExtendRenewalDateResponse: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The subscription chain.
    public var originalTransactionID: String? {
        get { json[string: "originalTransactionId"] }
        set { json[string: "originalTransactionId"] = newValue }
    }

    /// The period that was made longer.
    public var webOrderLineItemID: String? {
        get { json[string: "webOrderLineItemId"] }
        set { json[string: "webOrderLineItemId"] = newValue }
    }

    /// Whether it was extended.
    public var success: Bool? {
        get { json[boolean: "success"] }
        set { json[boolean: "success"] = newValue }
    }

    /// The new renewal date.
    public var effectiveDate: Date? {
        get { json[milliseconds: "effectiveDate"] }
        set { json[milliseconds: "effectiveDate"] = newValue }
    }
}
