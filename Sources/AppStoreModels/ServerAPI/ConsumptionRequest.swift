/// The body of Send Consumption Information, version 2: for products of all kinds.
///
/// It must arrive within 12 hours of the notification `CONSUMPTION_REQUEST`.
public struct ConsumptionRequest: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Whether the customer agreed that this is sent; the App Store refuses it otherwise (4000035).
    public var customerConsented: Bool? {
        get { json[boolean: "customerConsented"] }
        set { json[boolean: "customerConsented"] = newValue }
    }

    /// Whether there was a free sample before.
    public var sampleContentProvided: Bool? {
        get { json[boolean: "sampleContentProvided"] }
        set { json[boolean: "sampleContentProvided"] = newValue }
    }

    /// Whether what was bought arrived.
    public var deliveryStatus: DeliveryStatus? {
        get { json[string: "deliveryStatus"].map(DeliveryStatus.init(rawValue:)) }
        set { json[string: "deliveryStatus"] = newValue?.rawValue }
    }

    /// How much was used up, in thousandths of a percent: 0 to 100000.
    public var consumptionPercentage: Int64? {
        get { json[integer: "consumptionPercentage"] }
        set { json[integer: "consumptionPercentage"] = newValue }
    }

    /// What the developer would like to happen.
    public var refundPreference: RefundPreference? {
        get { json[string: "refundPreference"].map(RefundPreference.init(rawValue:)) }
        set { json[string: "refundPreference"] = newValue?.rawValue }
    }
}

/// Whether what was bought arrived.
public struct DeliveryStatus: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It arrived and works.
    public static let delivered = Self(rawValue: "DELIVERED")
    /// It did not work.
    public static let undeliveredQualityIssue = Self(rawValue: "UNDELIVERED_QUALITY_ISSUE")
    /// Something else arrived.
    public static let undeliveredWrongItem = Self(rawValue: "UNDELIVERED_WRONG_ITEM")
    /// The server was down.
    public static let undeliveredServerOutage = Self(rawValue: "UNDELIVERED_SERVER_OUTAGE")
    /// It did not arrive for another reason.
    public static let undeliveredOther = Self(rawValue: "UNDELIVERED_OTHER")

    public var description: String { rawValue }
}

/// What the developer would like to become of a request for a refund.
public struct RefundPreference: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// No refund.
    public static let decline = Self(rawValue: "DECLINE")
    /// All of the price.
    public static let grantFull = Self(rawValue: "GRANT_FULL")
    /// The part of the price that was not used up.
    public static let grantProrated = Self(rawValue: "GRANT_PRORATED")

    public var description: String { rawValue }
}
