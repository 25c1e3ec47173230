/// A rule for `.storekit` files, with a stable name.
///
/// The rules come from Apple's documentation of App Store Connect and StoreKit and from what Xcode wrote into the 272
/// known files. What is inferred says so.
public struct LintRule: Sendable {
    /// The stable name, for example `duplicate-product-id`.
    public let name: String
    /// How bad it is.
    public let severity: LintSeverity
    /// What Xcode or the App Store makes of it.
    public let effect: String

    init(_ name: String, _ severity: LintSeverity, _ effect: String) {
        (self.name, self.severity, self.effect) = (name, severity, effect)
    }

    /// All rules, by subject.
    public static let all = ofFiles + ofProducts + ofSubscriptions + ofOffers + ofSettings
}

/// Rules are equal when their names are.
extension LintRule: Hashable {
    public static func == (left: LintRule, right: LintRule) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension LintRule: CustomStringConvertible {
    public var description: String { name }
}
