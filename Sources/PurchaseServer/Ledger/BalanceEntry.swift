package import Foundation

/// What a customer spent of a currency, or was given by the developer.
package struct BalanceEntry: Sendable, Hashable {
    /// The developer's name of the entry; one customer has one of a name.
    package var name: String
    /// The currency, such as `coins`.
    package var currency: String
    /// How much: below 0 spent, above 0 given.
    package var amount: Int64
    /// What for, in words of the developer.
    package var reason: String?
    /// When.
    package var madeDate: Date
    /// Which key made it.
    package var actor: String

    /// An entry.
    package init(
        name: String,
        currency: String,
        amount: Int64,
        reason: String? = nil,
        madeDate: Date,
        actor: String
    ) {
        self.name = name
        self.currency = currency
        self.amount = amount
        self.reason = reason
        self.madeDate = madeDate
        self.actor = actor
    }

    /// Whether it says the same as another one, whenever and by whomever it is said.
    func says(theSameAs other: BalanceEntry) -> Bool {
        name == other.name && currency == other.currency && amount == other.amount && reason == other.reason
    }
}
