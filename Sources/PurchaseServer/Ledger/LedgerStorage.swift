package import Entitlements

/// Where the purchase server keeps what customers spend.
///
/// What was bought is not kept here: it follows from the facts. Each transaction is credited to one customer, the first
/// for whom it turned up, even if the purchase is shared or moved since.
package protocol LedgerStorage: Sendable {
    /// Keeps a call unless it would spend more than is there. The balance is looked at in the transaction that stores the
    /// call, so of two at once only one can spend what is left.
    ///
    /// - Parameter terms: How balances follow.
    func enter(_ order: LedgerOrder, of customer: CustomerID, by terms: LedgerTerms) async throws -> LedgerOutcome
}

/// What came of an order.
package enum LedgerOutcome: Sendable, Hashable {
    /// It is there, now or since before; all balances as they are now.
    case entered(StoredLedgerCall, [LedgerCurrency: Int64])
    /// Another one has the name; nothing changed.
    case other(StoredLedgerCall)
    /// There is only so much; nothing changed.
    case overdrawn(balance: Int64)
    /// It is none that a ledger can take; nothing changed.
    case refused(LedgerError)
    /// The customer has too many entries; nothing changed.
    case tooMany
}
