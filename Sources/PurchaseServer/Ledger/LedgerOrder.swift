package import Entitlements
package import Foundation

/// What a developer wants to spend of a customer's balance, or to give.
package struct LedgerOrder: Sendable, Hashable {
    /// The developer's name of it; one customer has one of a name.
    package var name: String
    /// The currency, such as `coins`.
    package var currency: LedgerCurrency
    /// How much: below 0 is spent, above given.
    package var amount: Int64
    /// What for, in words of the developer.
    package var reason: String?
    /// When.
    package var date: Date
    /// Which key wants it.
    package var actor: String

    /// An order.
    package init(
        name: String,
        currency: LedgerCurrency,
        amount: Int64,
        reason: String? = nil,
        date: Date,
        actor: String
    ) {
        self.name = name
        self.currency = currency
        self.amount = amount
        self.reason = reason
        self.date = date
        self.actor = actor
    }

    /// Carries the order out.
    ///
    /// - Returns: The call with its answer, also if it was made before.
    func enter(into ledger: inout ConsumableLedger) throws(LedgerError) -> LedgerCall {
        let amounts = [currency: amount < 0 ? Int64(clamping: amount.magnitude) : amount]
        guard amount < 0 else { return try ledger.give(amounts, key: name, at: date, reference: reason) }
        return try ledger.spend(amounts, key: name, at: date, reference: reason)
    }
}

/// A call of a customer's ledger as it is stored.
package struct StoredLedgerCall: Sendable, Hashable {
    /// The developer's name of it.
    package var name: String
    /// The call. Its key is the name, unless another call of the customer had the name before two customers became one.
    package var call: LedgerCall
    /// Which key made it.
    package var actor: String

    /// A stored call.
    package init(name: String, call: LedgerCall, actor: String) {
        self.name = name
        self.call = call
        self.actor = actor
    }
}
