public import Foundation

/// A customer asks for a refund: what was said about it, and what became of it.
public struct StoreRefundRequest: Sendable, Hashable, Codable, Identifiable {
    /// How long the App Store waits for the developer's answer, in seconds of store time: 12 hours.
    public static let answerTime: TimeInterval = 12 * 3_600

    /// The purchase.
    public let transactionID: String
    /// The customer.
    public let accountID: String
    /// Why, in Apple's words: `UNINTENDED_PURCHASE`, `FULFILLMENT_ISSUE`, `UNSATISFIED_WITH_PURCHASE`, `LEGAL`, `OTHER`.
    public let reason: String
    /// When it was asked for, in store time.
    public let date: Date
    /// How the store decides.
    public let decision: StoreRefundDecision
    /// What the developer told of the use of the purchase; the last time counts.
    public internal(set) var answer: StoreConsumptionAnswer?
    /// Whether the refund was granted; nil while that is open.
    public internal(set) var isGranted: Bool?
    /// When it was decided, in store time.
    public internal(set) var decisionDate: Date?

    public var id: String { transactionID }

    /// Until when the developer is heard; then the store decides.
    public var deadline: Date { date.addingTimeInterval(Self.answerTime) }

    /// Whether it is still to be decided.
    public var isOpen: Bool { isGranted == nil }
}

/// How the store decides about a refund.
public struct StoreRefundDecision: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// A stable name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// By a command; else after 12 hours as the developer prefers, and granted if nothing was heard.
    public static let undecided = Self(rawValue: "undecided")
    /// Granted as soon as the developer has answered, at the latest after 12 hours.
    public static let grant = Self(rawValue: "grant")
    /// Declined as soon as the developer has answered, at the latest after 12 hours.
    public static let decline = Self(rawValue: "decline")
    /// As the developer prefers, as soon as there is an answer; granted if nothing was heard for 12 hours.
    public static let preference = Self(rawValue: "preference")

    /// All that the store knows.
    public static let all = [undecided, grant, decline, preference]
}

/// What a developer's server prefers to be done about a refund.
public struct StoreRefundPreference: RawRepresentable, Sendable, Hashable, Codable {
    /// Apple's word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// No refund.
    public static let decline = Self(rawValue: "DECLINE")
    /// A refund of everything.
    public static let grantFull = Self(rawValue: "GRANT_FULL")
    /// A refund of what was not used.
    public static let grantProrated = Self(rawValue: "GRANT_PRORATED")

    /// All that the App Store knows.
    public static let all = [decline, grantFull, grantProrated]
}

/// Consumption information: what a developer's server told of the use of a purchase.
public struct StoreConsumptionAnswer: Sendable, Hashable, Codable {
    /// The version of the call, 1 or 2.
    public let version: Int
    /// What the developer prefers; nil for no preference.
    public let refundPreference: StoreRefundPreference?
    /// How much was used, in thousandths of a percent, 0 to 100000; nil if that was not told.
    public let consumptionPercentage: Int?
    /// Apple's word of version 2, for example `DELIVERED` or `UNDELIVERED_OTHER`.
    public let deliveryStatus: String
    /// Whether the customer could try it before.
    public let sampleContentProvided: Bool
    /// The numbers that only version 1 has, by their names, for example `playTime`; nil in version 2.
    public let details: [String: Int]?

    /// An answer.
    ///
    /// - Parameters:
    ///   - version: The version of the call, 1 or 2.
    ///   - refundPreference: What the developer prefers.
    ///   - consumptionPercentage: How much was used, in thousandths of a percent.
    ///   - deliveryStatus: Apple's word of version 2.
    ///   - sampleContentProvided: Whether the customer could try it before.
    ///   - details: The numbers that only version 1 has.
    public init(
        version: Int = 2,
        refundPreference: StoreRefundPreference? = nil,
        consumptionPercentage: Int? = nil,
        deliveryStatus: String = "DELIVERED",
        sampleContentProvided: Bool = false,
        details: [String: Int]? = nil
    ) {
        self.version = version
        self.refundPreference = refundPreference
        self.consumptionPercentage = consumptionPercentage
        self.deliveryStatus = deliveryStatus
        self.sampleContentProvided = sampleContentProvided
        self.details = details
    }
}

extension StoreRefundRequest: StoredValue {
    func checkRanges() throws(Nonsense) { try answer?.checkRanges() }
}

extension StoreConsumptionAnswer: StoredValue {
    // Version and details are only shown.
    func checkRanges() throws(Nonsense) {
        try StoredRange.shares.check(consumptionPercentage, "consumptionPercentage")
    }
}
