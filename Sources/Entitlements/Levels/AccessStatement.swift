public import Foundation

/// What levels of access a person has at a moment, until when, and by what.
///
/// The answer for apps, webhooks and caches: a value that can be written as JSON and read again. Its dates are milliseconds
/// since 1970 whatever the encoder's strategy is, and equal statements are equal texts if the encoder sorts keys.
public struct AccessStatement: Sendable, Hashable {
    /// The moment.
    public let date: Date
    /// The levels that the person has, had or will have, by name.
    public let levels: [LevelAccess]

    /// The names of the levels that the person has now.
    public var activeLevels: Set<EntitlementLevel> { Set(levels.filter(\.isActive).map(\.level)) }

    /// How things stand with a level; nil if the person never had it.
    public func access(to level: EntitlementLevel) -> LevelAccess? { levels.first { $0.level == level } }

    /// Whether the person has a level now.
    public func has(_ level: EntitlementLevel) -> Bool { access(to: level)?.isActive ?? false }
}

extension AccessStatement {
    /// What follows from entitlements to products and from grants.
    ///
    /// A pure function: entitlements and grants in any order give the same answer, and a grant that is given twice counts
    /// once. A refund of one product takes a level only if nothing else gives it.
    ///
    /// - Parameters:
    ///   - entitlements: What ``PurchaseFacts/entitlements(at:rules:)`` answered for the same moment.
    ///   - grants: What the developer gave.
    ///   - date: The moment.
    ///   - catalogue: Which products grant which levels.
    ///   - bundleID: The app that the catalogue is about, whose purchases alone count; nil where there is one app only.
    ///   - sandbox: Whether purchases in the sandbox count.
    ///   - customer: Who it is, for the sandbox rule; nil if that is not known.
    public init(
        entitlements: some Sequence<Entitlement>,
        grants: some Sequence<EntitlementGrant> = [],
        at date: Date,
        catalogue: LevelCatalogue,
        bundleID: String? = nil,
        sandbox: SandboxRule = .nobody,
        customer: String? = nil
    ) {
        let environments = sandbox.environments(for: customer)
        var sources: [EntitlementLevel: [AccessSource]] = [:]
        for entitlement in entitlements
        where environments.contains(entitlement.environment) && (bundleID == nil || entitlement.bundleID == bundleID) {
            for level in catalogue.levels(grantedBy: entitlement.productID) {
                sources[level, default: []].append(AccessSource(entitlement))
            }
        }
        for grant in EntitlementGrant.unique(grants) {
            for level in catalogue.levels(includedIn: grant.level) {
                sources[level, default: []].append(AccessSource(grant, at: date))
            }
        }
        self.date = date
        levels = sources.map { LevelAccess(level: $0, sources: $1, at: date) }
            .sorted { $0.level.rawValue < $1.level.rawValue }
    }
}

extension PurchaseFacts {
    /// What levels follow from these facts and from grants.
    ///
    /// The parameters are those of ``AccessStatement/init(entitlements:grants:at:catalogue:bundleID:sandbox:customer:)``.
    ///
    /// - Parameters:
    ///   - date: The moment that counts.
    ///   - catalogue: Which products grant which levels.
    ///   - grants: What the developer gave beside purchases.
    ///   - bundleID: The app whose purchases count; nil for those of all.
    ///   - sandbox: Whose purchases outside of production count.
    ///   - customer: Who asks.
    ///   - rules: What the App Store does not say.
    public func access(
        at date: Date,
        catalogue: LevelCatalogue,
        grants: some Sequence<EntitlementGrant> = [],
        bundleID: String? = nil,
        sandbox: SandboxRule = .nobody,
        customer: String? = nil,
        rules: EntitlementRules = EntitlementRules()
    ) -> AccessStatement {
        AccessStatement(
            entitlements: entitlements(at: date, rules: rules),
            grants: grants,
            at: date,
            catalogue: catalogue,
            bundleID: bundleID,
            sandbox: sandbox,
            customer: customer
        )
    }
}
