import AppStoreModels
import Entitlements
import Foundation

/// Balances from purchases and entries: a walk through everything that happened, in the order of its dates.
struct LedgerFold: Sendable {
    let rules: BalanceRules
    let date: Date
    /// How far, in seconds, a purchase may be dated ahead of us.
    let clockTolerance: TimeInterval

    private struct Event {
        enum Kind: Int { case credit, entry, refund }
        let date: Date
        let kind: Kind
        let name: String
        let currency: String
        let amount: Int64
    }

    /// The balances by currency, also those that are zero.
    func balances(of facts: PurchaseFacts, and entries: [BalanceEntry]) -> [String: Int64] {
        let spent = entries.map {
            Event(date: $0.madeDate, kind: .entry, name: $0.name, currency: $0.currency, amount: $0.amount)
        }
        let events = (newest(facts).flatMap(events(of:)) + spent).sorted {
            ($0.date, $0.kind.rawValue, $0.name) < ($1.date, $1.kind.rawValue, $1.name)
        }
        return events.reduce(into: [:]) { balances, event in
            let balance = balances[event.currency] ?? 0
            balances[event.currency] = balance.addingClamped(change(event, of: balance))
        }
    }

    private func change(_ event: Event, of balance: Int64) -> Int64 {
        guard event.kind == .refund else { return event.amount }
        switch rules.refunds {
        case .keep: return 0
        case .takeBack: return -event.amount
        case .takeBackUnspent: return -min(event.amount, max(balance, 0))
        }
    }

    private func events(of fact: PurchaseFact) -> [Event] {
        let latest = date.addingTimeInterval(clockTolerance)
        guard let credit = rules.credits[fact.productID], fact.purchaseDate <= latest,
            rules.environments?.contains(fact.environment) ?? true
        else { return [] }
        let amount = credit.amount.multipliedClamped(by: Int64(max(fact.quantity, 0)))
        func event(_ kind: Event.Kind, _ date: Date) -> Event {
            Event(date: date, kind: kind, name: fact.transactionID, currency: credit.currency, amount: amount)
        }
        let refunds = [fact.revocationDate].compactMap(\.self).filter { $0 <= latest }
        return [event(.credit, fact.purchaseDate)] + refunds.map { event(.refund, max($0, fact.purchaseDate)) }
    }

    /// What was last stated about each transaction; of two statements at once the refund counts.
    private func newest(_ facts: PurchaseFacts) -> [PurchaseFact] {
        struct Key: Hashable {
            let environment: AppStoreEnvironment
            let transactionID: String
        }
        let statements = facts.purchases.map {
            (Key(environment: $0.environment, transactionID: $0.transactionID), $0)
        }
        return Array(
            Dictionary(statements) { left, right in
                if left.statedDate != right.statedDate { return left.statedDate > right.statedDate ? left : right }
                return left.revocationDate == nil ? right : left
            }.values
        )
    }
}

extension Int64 {
    /// The sum, or the largest or smallest number there is.
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let sum = addingReportingOverflow(other)
        return sum.overflow ? (other > 0 ? .max : .min) : sum.partialValue
    }

    /// The product, or the largest or smallest number there is.
    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let product = multipliedReportingOverflow(by: other)
        return product.overflow ? ((self > 0) == (other > 0) ? .max : .min) : product.partialValue
    }
}
