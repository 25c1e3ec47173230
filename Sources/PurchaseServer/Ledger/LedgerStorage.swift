package import Entitlements

/// Where the purchase server keeps what customers spend.
///
/// What was bought is not kept here: it follows from the facts. Each transaction is credited to one customer, the first
/// for whom it turned up, even if the purchase is shared or moved since.
package protocol LedgerStorage: Sendable {
    /// Balances by currency, from what was bought and what was entered.
    typealias Fold = @Sendable (PurchaseFacts, [BalanceEntry]) -> [String: Int64]

    /// Keeps an entry unless it would spend more than is there. The balance is looked at in the transaction that stores
    /// the entry, so of two calls at once only one can spend what is left.
    ///
    /// - Parameter fold: How balances follow; called inside of the transaction.
    func save(_ entry: BalanceEntry, of customer: CustomerID, fold: @escaping Fold) async throws -> LedgerOutcome
}

/// What came of an entry.
package enum LedgerOutcome: Sendable, Hashable {
    /// It is there, now or since before; the balances after it.
    case entered(BalanceEntry, [String: Int64])
    /// Another one has the name; nothing changed.
    case other(BalanceEntry)
    /// There is only so much; nothing changed.
    case overdrawn(balance: Int64)
    /// The customer has too many entries; nothing changed.
    case tooMany
}
