/// Where a transaction stands.
@nonexhaustive
public enum SKPaymentTransactionState: Int, Sendable {
    /// The store is working on it; it cannot be finished.
    case purchasing = 0
    /// The customer has been charged; deliver, then finish.
    case purchased = 1
    /// Cancelled or failed before it reached the store; finish it.
    case failed = 2
    /// Restored from the customer's history; deliver, then finish.
    case restored = 3
    /// It waits for somebody's approval; do not finish it.
    case deferred = 4
}
