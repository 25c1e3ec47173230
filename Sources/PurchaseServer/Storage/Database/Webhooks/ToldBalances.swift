import Entitlements

/// The balances of a person as events have told them.
struct ToldBalances {
    let database: StorageDatabase
    let person: Int64

    func all() throws -> [LedgerCurrency: Int64] {
        let rows = try StorageRow.fetchAll(
            database.cachedStatement(sql: "SELECT currency, amount FROM told_balance WHERE customer = ?"),
            arguments: [person]
        )
        return try rows.reduce(into: [:]) { balances, row in
            balances[LedgerCurrency(rawValue: try row.decode(atIndex: 0))] = try row.decode(Int64.self, atIndex: 1)
        }
    }

    func set(_ balance: Int64, of currency: LedgerCurrency) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO told_balance (customer, currency, amount) VALUES (?, ?, ?)
                ON CONFLICT (customer, currency) DO UPDATE SET amount = excluded.amount
                """
        ).execute(arguments: [person, currency.rawValue, balance])
    }

    /// Forgets what was told: the person is another one's alias from now on, or is erased.
    func forget() throws {
        try database.execute(sql: "DELETE FROM told_balance WHERE customer = ?", arguments: [person])
    }
}
