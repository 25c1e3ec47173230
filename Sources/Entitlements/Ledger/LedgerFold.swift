import AppStoreModels
import Foundation

/// From purchases and calls to the lines of a ledger, in the order of their own dates.
///
/// What arrives late takes its place among what is there already, so that the order of arrival makes no difference.
struct LedgerFold {
    /// Something that wants to change a balance.
    private struct Movement {
        var kind: LedgerEntry.Kind
        var currency: LedgerCurrency
        var amount: Int64
        var date: Date
        var purchase: PurchaseFact?
        var call: LedgerCall?

        /// Of what happened at the same moment, what fills comes before what empties, and spending before taking back.
        var rank: Int {
            switch kind {
            case .credit: 0
            case .gift: 1
            case .spend: 2
            default: 3
            }
        }

        static func precedes(_ left: Movement, _ right: Movement) -> Bool {
            Comparison(left.date, right.date)
                .then(left.rank, right.rank)
                .then(left.purchase?.transactionID ?? "", right.purchase?.transactionID ?? "")
                .then(left.purchase?.environment.rawValue ?? "", right.purchase?.environment.rawValue ?? "")
                .then(left.call?.key ?? "", right.call?.key ?? "")
                .then(left.currency.rawValue, right.currency.rawValue)
                .isAscending
        }
    }

    private(set) var entries: [LedgerEntry] = []
    private(set) var balances: [LedgerCurrency: Int64] = [:]
    /// What refunds have taken and never given back, where the policy does not take more than is there.
    private var taken: [LedgerCurrency: Int64] = [:]
    private let rules: LedgerRules

    init(_ facts: PurchaseFacts, _ calls: some Sequence<LedgerCall>, rules: LedgerRules) {
        self.rules = rules
        let newest = NewestFacts(facts)
        let purchases = newest.purchases.flatMap { Self.movements(of: newest.withoutUpgrade($0), rules) }
        let movements = purchases + calls.flatMap(Self.movements(of:))
        for movement in movements.sorted(by: Movement.precedes) { apply(movement) }
    }

    /// The date of a call that is made now: whole milliseconds, as it is stored, and not before what it relies on, such as
    /// a renewal that was charged ahead.
    func date(ofCallAt now: Date) -> Date {
        let date = Date(millisecondsSince1970: now.millisecondsSince1970)
        return max(date, entries.last?.date ?? date)
    }

    /// The balances of some currencies once a call has changed them.
    func balances(after changes: [LedgerCurrency: Int64]) -> [LedgerCurrency: Int64] {
        Dictionary(
            uniqueKeysWithValues: changes.map { ($0, balances[$0, default: 0].addingClamped($1)) }
        )
    }

    private mutating func apply(_ movement: Movement) {
        let balance = balances[movement.currency, default: 0]
        guard movement.kind == .takeBack, rules.refundPolicy == .takeBackToZero else {
            enter(movement, movement.amount)
            if movement.kind == .spend { forgive(movement) }
            return
        }
        let amount = min(-movement.amount, max(0, balance))
        guard amount > 0 else { return }
        taken[movement.currency, default: 0] += amount
        enter(movement, -amount)
    }

    /// A refund that was heard of after its coins were spent is entered at its own date, before the spending. What it took
    /// there and the person had spent is given back, as it would have been had it been heard of in time.
    private mutating func forgive(_ spend: Movement) {
        let debt = -max(balances[spend.currency, default: 0], -Int64.max)
        let amount = min(debt, taken[spend.currency, default: 0])
        guard amount > 0 else { return }
        taken[spend.currency, default: 0] -= amount
        var movement = spend
        movement.kind = .forgiven
        enter(movement, amount)
    }

    private mutating func enter(_ movement: Movement, _ amount: Int64) {
        let balance = balances[movement.currency, default: 0].addingClamped(amount)
        balances[movement.currency] = balance
        entries.append(
            LedgerEntry(
                kind: movement.kind,
                currency: movement.currency,
                amount: amount,
                balance: balance,
                date: movement.date,
                transactionID: movement.purchase?.transactionID,
                productID: movement.purchase?.productID,
                environment: movement.purchase?.environment,
                callKey: movement.call?.key,
                reference: movement.call?.reference
            )
        )
    }

    /// What a purchase gives, and what its refund takes.
    private static func movements(of purchase: PurchaseFact, _ rules: LedgerRules) -> [Movement] {
        rules.amounts(of: purchase).flatMap { currency, amount in
            let granted = amount * Int64(min(max(purchase.quantity, 1), maximumQuantity))
            let credit = Movement(
                kind: .credit,
                currency: currency,
                amount: granted,
                date: purchase.purchaseDate,
                purchase: purchase
            )
            guard let revoked = purchase.revocationDate, rules.refundPolicy != .keep else { return [credit] }
            var takeBack = credit
            takeBack.kind = .takeBack
            takeBack.amount = -purchase.refundedPart(of: granted)
            // Nothing is taken back before it was given, whatever the dates say.
            takeBack.date = max(revoked, purchase.purchaseDate)
            return takeBack.amount < 0 ? [credit, takeBack] : [credit]
        }
    }

    private static func movements(of call: LedgerCall) -> [Movement] {
        call.changes.map { currency, amount in
            Movement(
                kind: amount < 0 ? .spend : .gift,
                currency: currency,
                amount: amount,
                date: call.date,
                call: call
            )
        }
    }

    /// The App Store sells up to 10 at once. A wrong number must neither overflow nor ruin a game.
    private static let maximumQuantity = 1_000
}

extension PurchaseFact {
    /// How much of an amount a refund takes, rounded down: the thousandths of a percent that were paid back, or all.
    fileprivate func refundedPart(of amount: Int64) -> Int64 {
        let share = Int64(min(max(revocationPercentage ?? 100_000, 0), 100_000))
        return amount / 100_000 * share + amount % 100_000 * share / 100_000
    }
}

extension Int64 {
    /// The sum, or the largest or smallest number there is.
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? (other < 0 ? .min : .max) : sum
    }
}
