public import Entitlements

/// What the developer says about customers, their levels and their currencies.
public struct CustomerRules: Sendable, Hashable {
    /// Whose a purchase is that turns up for several customers.
    public var ownership = OwnershipRules()
    /// The products that give each level of access.
    ///
    /// A customer has a level while one of its products gives access, or while a grant runs.
    public var levels = LevelCatalogue()
    /// What consumables fill which balances, and what a refund does. Whose purchases in which App Store count says
    /// ``sandbox``, whatever `LedgerRules.environments` has.
    public var ledger = LedgerRules()
    /// Whose purchases in the sandbox give levels and fill balances; nobody's unless set, because they cost nothing.
    public var sandbox = SandboxRule.nobody

    /// Rules; the defaults need no configuration.
    public init() {}
}
