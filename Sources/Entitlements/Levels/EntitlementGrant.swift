public import Foundation

/// A level that the developer gives to a person, beside all purchases: a promotion, an apology, access for the press.
///
/// A grant is a value without an owner: whose it is is for the caller to know. It is not of any App Store, and counts
/// whether or not the person may use purchases of the sandbox.
public struct EntitlementGrant: Sendable, Hashable {
    /// Identifies the grant: the same again grants once. Who is known by two names may have two of one identifier, for another
    /// level or another time; both count.
    public let id: String
    /// The level.
    public let level: EntitlementLevel
    /// When it starts; a later date than now starts it then.
    public let startDate: Date
    /// When it ends; nil if never.
    public let endDate: Date?
    /// Why it was given, for people to read.
    public let reason: String?
    /// When it was taken back; nil if it was not.
    public private(set) var revokedDate: Date?

    /// A grant.
    ///
    /// - Throws: ``LevelError`` if there is no identifier or level, or if the end is not after the start.
    public init(
        id: String,
        level: EntitlementLevel,
        startDate: Date,
        endDate: Date?,
        reason: String? = nil
    ) throws(LevelError) {
        guard !id.isEmpty else { throw LevelError(.unnamedGrant, level: level) }
        guard !level.rawValue.isEmpty else { throw LevelError(.unnamedLevel) }
        if let endDate, endDate <= startDate { throw LevelError(.grantWithoutDuration, level: level) }
        self.id = id
        self.level = level
        self.startDate = startDate
        self.endDate = endDate
        self.reason = reason
    }

    /// The same grant, taken back; one that was taken back before keeps the earlier date.
    public func revoked(at date: Date) -> EntitlementGrant {
        var grant = self
        grant.revokedDate = min(date, revokedDate ?? date)
        return grant
    }

    /// When access by it ends or ended; nil if never.
    var accessEndDate: Date? { [endDate, revokedDate].compactMap(\.self).min() }
}

extension EntitlementGrant: Codable {
    private enum CodingKeys: String, CodingKey { case id, level, startDate, endDate, reason, revokedDate }

    /// Reads a grant; dates are milliseconds since 1970 whatever the decoder's strategy is.
    ///
    /// - Throws: ``LevelError`` if it breaks a rule, `DecodingError` if it is not of this form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            id: try container.decode(String.self, forKey: .id),
            level: try container.decode(EntitlementLevel.self, forKey: .level),
            startDate: try container.decodeDate(forKey: .startDate),
            endDate: try container.decodeDateIfPresent(forKey: .endDate),
            reason: try container.decodeIfPresent(String.self, forKey: .reason)
        )
        revokedDate = try container.decodeDateIfPresent(forKey: .revokedDate)
    }

    /// Writes the grant; members without a value are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(level, forKey: .level)
        try container.encode(date: startDate, forKey: .startDate)
        try container.encode(date: endDate, forKey: .endDate)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(date: revokedDate, forKey: .revokedDate)
    }
}

extension EntitlementGrant {
    /// What a grant gives. What else is said of it is about the same one: that it was taken back, for example.
    private struct Gift: Hashable {
        let id: String
        let level: EntitlementLevel
        let startDate: Date
        let endDate: Date?
    }

    private var gift: Gift { Gift(id: id, level: level, startDate: startDate, endDate: endDate) }

    /// Each grant once, whatever order they came in: of several copies the one that takes the most away.
    ///
    /// An identifier alone makes no copy: two names of a person may each have been given something under it.
    static func unique(_ grants: some Sequence<EntitlementGrant>) -> [EntitlementGrant] {
        Dictionary(grouping: grants, by: \.gift).values.compactMap { $0.min(by: precedes) }
    }

    private static func precedes(_ left: EntitlementGrant, _ right: EntitlementGrant) -> Bool {
        Comparison(left.accessEndDate ?? .distantFuture, right.accessEndDate ?? .distantFuture)
            .then(left.revokedDate ?? .distantFuture, right.revokedDate ?? .distantFuture)
            .then(left.reason ?? "", right.reason ?? "")
            .isAscending
    }
}
