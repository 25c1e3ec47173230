/// What is true of an entitlement beside its state and phase; several may be.
public struct EntitlementCondition: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name used in our JSON.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Renewal is off: access goes on until ``Entitlement/accessEndDate`` and no further.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The person was asked to agree to a higher price and has not; without an answer it ends with its period.
    public static let priceConsentPending = Self(rawValue: "priceConsentPending")
    /// The next renewal buys another product of the group: ``Entitlement/autoRenewProductID``.
    public static let productChangePending = Self(rawValue: "productChangePending")
    /// The end of the period was moved by an extension of the renewal date.
    public static let extended = Self(rawValue: "extended")
    /// A refund was given and taken back.
    public static let refundReversed = Self(rawValue: "refundReversed")
    /// Somebody else of the family pays for it.
    public static let familyShared = Self(rawValue: "familyShared")
    /// The period is over, nothing was heard of a renewal or of an end, and the leeway of
    /// ``EntitlementRules/leewayAfterExpiry`` runs.
    public static let renewalAwaited = Self(rawValue: "renewalAwaited")

    public var description: String { rawValue }
}
