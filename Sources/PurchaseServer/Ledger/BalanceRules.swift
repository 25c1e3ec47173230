public import AppStoreModels

/// What consumables are worth, and what a refund takes back.
///
/// ```swift
/// configuration.customers.ledger.credits["com.example.coins.100"] = .init(currency: "coins", amount: 100)
/// ```
public struct BalanceRules: Sendable, Hashable {
    /// What one unit of a product gives, by product identifier; a period of a subscription is a unit, too.
    public var credits: [String: Credit]
    /// What a refund takes back.
    public var refunds: RefundPolicy
    /// The App Stores whose purchases count; nil for all that the server accepts.
    public var environments: Set<AppStoreEnvironment>?

    /// What a product gives.
    public struct Credit: Sendable, Hashable {
        /// The developer's name of the currency.
        public var currency: String
        /// How much of it.
        public var amount: Int64

        /// What a product gives.
        public init(currency: String, amount: Int64) {
            self.currency = currency
            self.amount = amount
        }
    }

    /// What a refund does to a balance.
    public enum RefundPolicy: String, Sendable, Hashable, CaseIterable {
        /// Nothing: what was given stays.
        case keep
        /// It takes what was given as far as it is there; a balance is not taken below zero.
        case takeBackUnspent
        /// It takes all that was given. Where that was spent the balance is below zero, and nothing can be spent until
        /// it is above again.
        case takeBack
    }

    /// Rules.
    public init(
        credits: [String: Credit] = [:],
        refunds: RefundPolicy = .takeBackUnspent,
        environments: Set<AppStoreEnvironment>? = nil
    ) {
        self.credits = credits
        self.refunds = refunds
        self.environments = environments
    }
}
