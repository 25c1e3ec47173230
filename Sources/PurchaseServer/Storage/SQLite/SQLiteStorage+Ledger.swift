import Entitlements
import GRDB

extension SQLiteStorage: LedgerStorage {
    package func save(
        _ entry: BalanceEntry,
        of customer: CustomerID,
        fold: @escaping Fold
    ) async throws -> LedgerOutcome {
        try await write { database in
            let found = try CustomerNames(database: database).remember(customer, at: entry.madeDate)
            let rows = LedgerRows(database: database, person: found.person)
            let record = try Self.record(of: found.customer, in: database)
            let balances = fold(record.credits, record.entries)
            if let known = record.entries.first(where: { $0.name == entry.name }) {
                return known.says(theSameAs: entry) ? .entered(known, balances) : .other(known)
            }
            guard record.entries.count < LedgerRows.maximumCount else { return .tooMany }
            let balance = balances[entry.currency] ?? 0
            guard entry.amount >= 0 || entry.amount.magnitude <= UInt64(max(balance, 0)) else {
                return .overdrawn(balance: balance)
            }
            try rows.insert(entry, under: found.number)
            return .entered(entry, fold(record.credits, record.entries + [entry]))
        }
    }
}
