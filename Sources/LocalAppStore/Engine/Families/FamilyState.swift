import OrderedCollections

/// The families, and which subscriptions came by Family Sharing.
struct FamilyState: Sendable {
    /// By name, in the order they were made; those that were dissolved have no members.
    var groups: OrderedDictionary<String, FamilyGroup> = [:]
    /// The subscriptions that repeat a purchaser's, by the identifier of that.
    var copies: [String: OrderedSet<String>] = [:]
}
