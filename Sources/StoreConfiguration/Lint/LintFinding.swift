/// Something in a `.storekit` file that is wrong or doubtful.
public struct LintFinding: Sendable, Hashable {
    /// The rule.
    public let rule: LintRule
    /// The member, for example `subscriptionGroups[0].subscriptions[1].displayPrice`; empty for the whole file.
    public let path: String
    /// Where the member stands, or what encloses it if it is missing; nil for a configuration that is no file.
    public let location: TextLocation?
    /// What was seen, and what to do.
    public let message: String

    /// How bad it is: that of the rule.
    public var severity: LintSeverity { rule.severity }
    /// What Xcode or the App Store makes of it: that of the rule.
    public var effect: String { rule.effect }
}

/// How bad a finding is.
public enum LintSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Worth knowing; the file works.
    case note
    /// The file works in tests, but not as it was meant, or not in the App Store.
    case warning
    /// The file, or a product in it, cannot be used.
    case error

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
