/// The body of Send Consumption Information, version 1: for consumables and auto-renewable subscriptions.
///
/// All members are numbers of Apple's tables, as the wire has them. New code sends a ``ConsumptionRequest``.
public struct ConsumptionRequestV1: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Whether the customer agreed that this is sent.
    public var customerConsented: Bool? {
        get { json[boolean: "customerConsented"] }
        set { json[boolean: "customerConsented"] = newValue }
    }

    /// How much was used: 0 undeclared, 1 nothing, 2 some, 3 all.
    public var consumptionStatus: Int? {
        get { json[code: "consumptionStatus"] }
        set { json[code: "consumptionStatus"] = newValue }
    }

    /// Where it was used: 0 undeclared, 1 an Apple platform, 2 another.
    public var platform: Int? {
        get { json[code: "platform"] }
        set { json[code: "platform"] = newValue }
    }

    /// Whether there was a free sample before.
    public var sampleContentProvided: Bool? {
        get { json[boolean: "sampleContentProvided"] }
        set { json[boolean: "sampleContentProvided"] = newValue }
    }

    /// Whether it arrived: 0 yes; 1 to 5 no, for reasons from quality to other.
    public var deliveryStatus: Int? {
        get { json[code: "deliveryStatus"] }
        set { json[code: "deliveryStatus"] = newValue }
    }

    /// The account in the developer's own system: a UUID, or the empty text.
    public var appAccountToken: String? {
        get { json[string: "appAccountToken"] }
        set { json[string: "appAccountToken"] = newValue }
    }

    /// How old the account is, in steps 0 to 7.
    public var accountTenure: Int? {
        get { json[code: "accountTenure"] }
        set { json[code: "accountTenure"] = newValue }
    }

    /// For how long the app was used, in steps 0 to 7.
    public var playTime: Int? {
        get { json[code: "playTime"] }
        set { json[code: "playTime"] = newValue }
    }

    /// What the customer was refunded in all, in steps 0 to 7.
    public var lifetimeDollarsRefunded: Int? {
        get { json[code: "lifetimeDollarsRefunded"] }
        set { json[code: "lifetimeDollarsRefunded"] = newValue }
    }

    /// What the customer spent in all, in steps 0 to 7.
    public var lifetimeDollarsPurchased: Int? {
        get { json[code: "lifetimeDollarsPurchased"] }
        set { json[code: "lifetimeDollarsPurchased"] = newValue }
    }

    /// The account: 0 undeclared, 1 active, 2 suspended, 3 terminated, 4 limited.
    public var userStatus: Int? {
        get { json[code: "userStatus"] }
        set { json[code: "userStatus"] = newValue }
    }

    /// What the developer would like: 0 undeclared, 1 a refund, 2 none, 3 no preference.
    public var refundPreference: Int? {
        get { json[code: "refundPreference"] }
        set { json[code: "refundPreference"] = newValue }
    }
}
