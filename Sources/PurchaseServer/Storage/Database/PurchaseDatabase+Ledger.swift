import Entitlements

extension PurchaseDatabase: LedgerStorage {
    package func enter(
        _ order: LedgerOrder,
        of customer: CustomerID,
        by terms: LedgerTerms
    ) async throws -> LedgerOutcome {
        try await write { [events] database in
            let found = try CustomerNames(database: database).remember(customer, at: order.date)
            let record = try Self.record(
                of: found.customer,
                countsCredits: terms.countsPurchases,
                in: database
            )
            let known = record.calls.first { $0.name == order.name }
            var ledger = try terms.ledger(of: record, at: order.date)
            let call: LedgerCall
            do throws(LedgerError) {
                call = try order.enter(into: &ledger)
            } catch {
                switch (error.code, known) {
                case (.keyReused, let known?): return .other(known)
                case (.balanceTooLow, _): return .overdrawn(balance: error.balance ?? 0)
                default: return .refused(error)
                }
            }
            if let known { return .entered(known, ledger.balances) }
            guard record.calls.count < LedgerRows.maximumCount else { return .tooMany }
            let stored = StoredLedgerCall(name: order.name, call: call, actor: order.actor)
            try LedgerRows(database: database, person: found.person).insert(stored, under: found.number)
            try events?.note(ledger.balances, of: found, at: order.date, in: database)
            return .entered(stored, ledger.balances)
        }
    }
}
