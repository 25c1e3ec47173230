/// What came of a purchase. That a person cancels or must ask is an outcome, not an error.
public enum PurchaseOutcome: Sendable, Hashable {
    /// It went through; deliver, then finish the transaction.
    case purchased(StoreTransaction)
    /// A parent must approve it; the transaction comes later, or never.
    case deferred(PurchaseAttempt)
    /// It failed for now; once the issue is resolved, a transaction comes unasked.
    case interrupted(PurchaseAttempt)
    /// It failed for good.
    case failed(PurchaseAttempt, PurchaseFailure)

    /// The transaction, if it went through.
    public var transaction: StoreTransaction? {
        if case .purchased(let transaction) = self { transaction } else { nil }
    }
}
