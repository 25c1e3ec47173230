public import AppStoreModels
public import Foundation

/// One line of a ledger: a balance became larger or smaller, and why.
public struct LedgerEntry: Sendable, Hashable {
    /// Why a balance changed.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A purchase filled it.
        case credit
        /// A call of the developer filled it.
        case gift
        /// A call of the developer spent from it.
        case spend
        /// A refund took back.
        case takeBack
        /// What a refund had taken back turned out to have been spent before it was known, and is forgiven.
        case forgiven
    }

    /// Why.
    public let kind: Kind
    /// Which balance.
    public let currency: LedgerCurrency
    /// By how much; below zero if it became smaller.
    public let amount: Int64
    /// The balance afterwards.
    public let balance: Int64
    /// When it was bought, refunded, or called for.
    public let date: Date
    /// The purchase; nil of calls.
    public let transactionID: String?
    /// The product that was bought; nil of calls.
    public let productID: String?
    /// Where it was bought; nil of calls.
    public let environment: AppStoreEnvironment?
    /// The idempotency key of the call; nil of purchases and refunds.
    public let callKey: String?
    /// What the call was for.
    public let reference: String?
}
