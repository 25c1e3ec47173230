/// How long a period of a subscription of Advanced Commerce is, an ISO 8601 duration.
public struct AdvancedCommercePeriod: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A week.
    public static let week = Self(rawValue: "P1W")
    /// A month.
    public static let month = Self(rawValue: "P1M")
    /// Two months.
    public static let twoMonths = Self(rawValue: "P2M")
    /// Three months.
    public static let threeMonths = Self(rawValue: "P3M")
    /// Six months.
    public static let sixMonths = Self(rawValue: "P6M")
    /// A year.
    public static let year = Self(rawValue: "P1Y")

    public var description: String { rawValue }
}

/// How long a period of an offer of Advanced Commerce is, an ISO 8601 duration of three days to a year.
public struct AdvancedCommerceOfferPeriod: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Three days.
    public static let threeDays = Self(rawValue: "P3D")
    /// A week.
    public static let week = Self(rawValue: "P1W")
    /// Two weeks.
    public static let twoWeeks = Self(rawValue: "P2W")
    /// A month.
    public static let month = Self(rawValue: "P1M")
    /// Two months.
    public static let twoMonths = Self(rawValue: "P2M")
    /// Three months.
    public static let threeMonths = Self(rawValue: "P3M")
    /// Six months.
    public static let sixMonths = Self(rawValue: "P6M")
    /// Nine months.
    public static let nineMonths = Self(rawValue: "P9M")
    /// A year.
    public static let year = Self(rawValue: "P1Y")

    public var description: String { rawValue }
}

/// When a change of a subscription of Advanced Commerce takes effect.
public struct AdvancedCommerceEffective: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Now.
    public static let immediately = Self(rawValue: "IMMEDIATELY")
    /// With the next period.
    public static let nextBillingCycle = Self(rawValue: "NEXT_BILL_CYCLE")

    public var description: String { rawValue }
}
