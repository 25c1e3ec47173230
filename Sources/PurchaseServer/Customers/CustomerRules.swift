/// What the developer says about customers, their levels and their currencies.
public struct CustomerRules: Sendable, Hashable {
    /// Whose a purchase is that turns up for several customers.
    public var ownership = OwnershipRules()
    /// The products that give each level of access, by the level's name.
    ///
    /// A customer has a level while one of its products gives access, or while a grant runs.
    public var levels: [String: Set<String>] = [:]
    /// What consumables are worth.
    public var ledger = BalanceRules()

    /// Rules; the defaults need no configuration.
    public init() {}
}
