public import Foundation

/// How much somebody has of what consumables give: credited once by each transaction, spent by idempotent calls.
///
/// The balances follow from the purchases and the calls alone: each may arrive in any order and any number of times. A
/// refund takes back what ``LedgerRules/refundPolicy`` says, and a refund that is reversed gives it back.
///
/// ```swift
/// var ledger = try ConsumableLedger(rules: rules, purchases: facts)
/// let answer = try ledger.spend(["coins": 30], key: "order-17", at: now)
/// print(answer.balances["coins"] ?? 0)
/// ```
///
/// A ledger is a value and reads all of its entries at each question; who keeps it stores the purchases and the answered
/// calls, one call at a time.
public struct ConsumableLedger: Sendable, Hashable {
    /// What purchases give.
    public let rules: LedgerRules
    /// Everything known about the purchases.
    public private(set) var purchases: PurchaseFacts
    private var callsByKey: [String: LedgerCall] = [:]

    /// A ledger of what is known.
    ///
    /// - Parameters:
    ///   - rules: What purchases give.
    ///   - purchases: The facts about the purchases.
    ///   - calls: The answered calls, as they were stored.
    /// - Throws: ``LedgerError``, code `key-reused`, if two different calls have one key.
    public init(
        rules: LedgerRules,
        purchases: PurchaseFacts = PurchaseFacts(),
        calls: some Sequence<LedgerCall> = []
    ) throws(LedgerError) {
        self.rules = rules
        self.purchases = purchases
        for call in calls { try insert(call) }
    }

    /// Adds facts about purchases.
    public mutating func formUnion(_ facts: PurchaseFacts) { purchases.formUnion(facts) }

    /// Adds a call that was answered before.
    ///
    /// - Throws: ``LedgerError``, code `key-reused`, if another call has its key.
    public mutating func insert(_ call: LedgerCall) throws(LedgerError) {
        guard let known = callsByKey[call.key] else {
            callsByKey[call.key] = call
            return
        }
        guard known == call else { throw LedgerError(.keyReused) }
    }

    /// The answered calls, the oldest first.
    public var calls: [LedgerCall] {
        callsByKey.values.sorted { Comparison($0.date, $1.date).then($0.key, $1.key).isAscending }
    }

    /// The balance of each currency that was ever credited or called for.
    public var balances: [LedgerCurrency: Int64] { fold.balances }

    /// The balance of a currency; below zero only where a refund made a debt, see ``RefundPolicy/takeBack``.
    public func balance(of currency: LedgerCurrency) -> Int64 { fold.balances[currency] ?? 0 }

    /// All lines, in the order of their own dates; the amounts of a currency add up to its balance.
    public var entries: [LedgerEntry] { fold.entries }

    /// Spends, or tells what was answered when the same call was made before.
    ///
    /// - Parameters:
    ///   - amounts: How much of which currency; all of it or nothing is spent.
    ///   - key: Identifies the call. A refused call does not use it up: it may be repeated after the next purchase.
    ///   - date: Now.
    ///   - reference: What it is for, for people to read.
    /// - Returns: The call with the balances after it. Store it before it is acknowledged.
    /// - Throws: ``LedgerError``: `balance-too-low` if there is not enough, `key-reused` if the key belongs to a call with another
    ///   content, and codes for amounts and keys that are none. The ledger is unchanged then.
    @discardableResult
    public mutating func spend(
        _ amounts: [LedgerCurrency: Int64],
        key: String,
        at date: Date,
        reference: String? = nil
    ) throws(LedgerError) -> LedgerCall {
        try LedgerRules.check(amounts)
        return try call(amounts.mapValues { -$0 }, key: key, at: date, reference: reference)
    }

    /// Gives something without a purchase, or tells what was answered when the same call was made before.
    ///
    /// The parameters, the answer and the errors are those of ``spend(_:key:at:reference:)``.
    @discardableResult
    public mutating func give(
        _ amounts: [LedgerCurrency: Int64],
        key: String,
        at date: Date,
        reference: String? = nil
    ) throws(LedgerError) -> LedgerCall {
        try LedgerRules.check(amounts)
        return try call(amounts, key: key, at: date, reference: reference)
    }

    private var fold: LedgerFold { LedgerFold(purchases, callsByKey.values, rules: rules) }

    private mutating func call(
        _ changes: [LedgerCurrency: Int64],
        key: String,
        at date: Date,
        reference: String?
    ) throws(LedgerError) -> LedgerCall {
        guard !key.isEmpty else { throw LedgerError(.emptyKey) }
        guard !changes.isEmpty else { throw LedgerError(.emptyCall) }
        if let known = callsByKey[key] {
            guard known.asksForTheSame(as: changes, reference) else { throw LedgerError(.keyReused) }
            return known
        }
        let before = fold
        for (currency, change) in changes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where change < 0 {
            let balance = before.balances[currency] ?? 0
            guard balance >= -change else {
                throw LedgerError(.balanceTooLow, currency: currency, amount: -change, balance: balance)
            }
        }
        let answer = LedgerCall(
            key: key,
            date: before.date(ofCallAt: date),
            changes: changes,
            reference: reference,
            balances: before.balances(after: changes)
        )
        callsByKey[key] = answer
        return answer
    }
}
