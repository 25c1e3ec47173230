import AppStoreModels
import Entitlements
import Foundation

/// What the server knows of the use of one purchase.
struct PurchaseUse: Sendable, Hashable {
    var productType: ProductType?
    /// Whether it is somebody's: what nobody has shown to the server was not delivered by it.
    var isDelivered: Bool
    /// How much of it was used up, in thousandths of a percent; nil if that is not known.
    var consumed: Int64?
    /// The account in the developer's own system.
    var appAccountToken: UUID?
    /// Since when the customer is known.
    var customerSince: Date?
    /// What the customer has spent in all, in US dollars; nil if a price is not known or in another currency.
    var dollarsPurchased: Decimal?
    /// What the customer was given back in all.
    var dollarsRefunded: Decimal?
}

extension PurchaseUse {
    /// The use of a transaction, from what is stored.
    ///
    /// - Parameters:
    ///   - transaction: The purchase, as far as it is known.
    ///   - owner: Whose it is; nil if it is nobody's.
    ///   - ledger: The owner's ledger.
    init(of transaction: PurchaseFact, owner: CustomerRecord?, ledger: ConsumableLedger?, at date: Date) {
        productType = transaction.productType ?? (transaction.expiresDate == nil ? nil : .autoRenewableSubscription)
        isDelivered = owner != nil
        appAccountToken = transaction.appAccountToken
        customerSince = owner?.createdDate
        consumed =
            transaction.expiresDate.map { Self.elapsed(from: transaction.purchaseDate, to: $0, at: date) }
            ?? ledger.flatMap { Self.spent(of: transaction, in: $0.entries) }
        guard let owner else { return }
        let purchases = owner.facts.holding.purchases.filter { $0.environment == transaction.environment }
        dollarsPurchased = Self.sum(purchases) { $0.price }
        dollarsRefunded = Self.sum(purchases.filter { $0.revocationDate != nil }) { fact in
            fact.price.map { $0 * Decimal(min(max(fact.revocationPercentage ?? 100_000, 0), 100_000)) / 100_000 }
        }
    }

    /// How much of a period is over.
    private static func elapsed(from start: Date, to end: Date, at date: Date) -> Int64 {
        let length = end.timeIntervalSince(start)
        guard length > 0 else { return 100_000 }
        return Int64(min(max(date.timeIntervalSince(start) / length, 0), 1) * 100_000)
    }

    /// How much of what a purchase gave was spent, if what was got first is spent first; of several currencies the one of
    /// which most is gone.
    static func spent(of transaction: PurchaseFact, in entries: [LedgerEntry]) -> Int64? {
        var lots: [LedgerCurrency: [Lot]] = [:]
        var granted: [LedgerCurrency: Int64] = [:]
        let asked = Purchase(environment: transaction.environment, transactionID: transaction.transactionID)
        for entry in entries {
            let purchase = Purchase(entry)
            switch entry.kind {
            case .credit, .gift:
                lots[entry.currency, default: []].append(Lot(purchase: purchase, left: entry.amount))
                if purchase == asked { granted[entry.currency, default: 0] += entry.amount }
            case .spend: Self.take(-max(entry.amount, -.max), of: &lots[entry.currency, default: []], \.left)
            case .takeBack:
                // What was spent of it before stays spent.
                var rest = -max(entry.amount, -.max)
                var row = lots[entry.currency] ?? []
                for index in row.indices where purchase != nil && row[index].purchase == purchase {
                    let taken = min(rest, row[index].left)
                    row[index].left -= taken
                    row[index].takenBack += taken
                    rest -= taken
                }
                lots[entry.currency] = row
            case .forgiven: Self.take(entry.amount, of: &lots[entry.currency, default: []], \.takenBack)
            }
        }
        return granted.filter { $0.value > 0 }.map { currency, amount in
            // What was taken back of it was not spent.
            let left = (lots[currency] ?? []).filter { $0.purchase == asked }.reduce(0) { $0 + $1.left + $1.takenBack }
            return Int64((Double(amount - left) / Double(amount) * 100_000).rounded(.down))
        }.max()
    }

    /// Takes an amount, from what was got first first.
    private static func take(_ amount: Int64, of lots: inout [Lot], _ part: WritableKeyPath<Lot, Int64>) {
        var rest = amount
        for index in lots.indices where rest > 0 {
            let taken = min(rest, lots[index][keyPath: part])
            lots[index][keyPath: part] -= taken
            rest -= taken
        }
    }

    /// What one credit gave, as far as it is not spent.
    private struct Lot {
        let purchase: Purchase?
        var left: Int64
        /// What a refund took of it: nobody can spend that any more, unless it was spent before that was known.
        var takenBack: Int64 = 0
    }

    /// By what something was credited.
    private struct Purchase: Hashable {
        let environment: AppStoreEnvironment?
        let transactionID: String

        init(environment: AppStoreEnvironment?, transactionID: String) {
            (self.environment, self.transactionID) = (environment, transactionID)
        }

        /// Nil for what no purchase did.
        init?(_ entry: LedgerEntry) {
            guard let transactionID = entry.transactionID else { return nil }
            self.init(environment: entry.environment, transactionID: transactionID)
        }
    }

    private static func sum(_ purchases: some Sequence<PurchaseFact>, _ amount: (PurchaseFact) -> Decimal?) -> Decimal?
    {
        var sum: Decimal = 0
        for purchase in purchases {
            guard purchase.currency == "USD", let amount = amount(purchase) else { return nil }
            sum += amount
        }
        return sum
    }
}
