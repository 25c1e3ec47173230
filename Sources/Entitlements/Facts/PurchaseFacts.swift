/// Everything known about somebody's purchases: a set of facts that only grows.
///
/// ```swift
/// var facts = PurchaseFacts(answer, environment: .production, receivedAt: now)
/// facts.formUnion(try PurchaseFacts(transaction: transaction, renewalInfo: renewalInfo))
///
/// for entitlement in facts.entitlements(at: now) where entitlement.isEntitled {
///     print(entitlement.productID, entitlement.expiresDate as Any, entitlement.reason)
/// }
/// ```
///
/// ``entitlements(at:rules:)`` says what follows from it. Neither the order in which facts arrive nor how often each
/// one arrives makes a difference.
public struct PurchaseFacts: Sendable, Hashable, Codable {
    /// What was stated about transactions.
    public private(set) var purchases: Set<PurchaseFact>
    /// What was stated about renewals.
    public private(set) var renewals: Set<RenewalFact>

    /// These facts.
    public init(purchases: some Sequence<PurchaseFact> = [], renewals: some Sequence<RenewalFact> = []) {
        self.purchases = Set(purchases)
        self.renewals = Set(renewals)
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { purchases.isEmpty && renewals.isEmpty }

    /// Makes room for facts about transactions: a set that grows moves all that it has, and facts are large.
    mutating func reserveRoom(for count: Int) { purchases.reserveCapacity(purchases.count + count) }

    /// Adds a fact about a transaction.
    public mutating func insert(_ fact: PurchaseFact) { purchases.insert(fact) }

    /// Adds a fact about a renewal.
    public mutating func insert(_ fact: RenewalFact) { renewals.insert(fact) }

    /// Adds all facts of another set.
    public mutating func formUnion(_ other: PurchaseFacts) {
        purchases.formUnion(other.purchases)
        renewals.formUnion(other.renewals)
    }

    /// The facts of both sets.
    public func union(_ other: PurchaseFacts) -> PurchaseFacts {
        var result = self
        result.formUnion(other)
        return result
    }
}
