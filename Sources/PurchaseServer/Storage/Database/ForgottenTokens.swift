import AppStoreModels
import Entitlements
import Foundation

/// Takes account tokens out of what is known about purchases of a person who was erased.
///
/// The App Store goes on repeating them; without this a notification would bring the person back.
struct ForgottenTokens {
    let database: StorageDatabase

    /// The facts, without the tokens of what was bought before its owner was erased.
    func removed(from facts: PurchaseFacts) throws -> PurchaseFacts {
        guard facts.purchases.contains(where: { $0.appAccountToken != nil }) else { return facts }
        let asking = try database.cachedStatement(
            sql: "SELECT erased_ms FROM chain WHERE environment = ? AND original_transaction_id = ?"
        )
        var erased: [ChainKey: Int64] = [:]
        for chain in facts.chains {
            let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
            if let date = try Int64?.fetchOne(asking, arguments: key) { erased[chain] = date }
        }
        guard !erased.isEmpty else { return facts }
        let purchases = facts.purchases.map { fact in
            let date = erased[ChainKey(fact)] ?? .min
            guard fact.purchaseDate.millisecondsSince1970 <= date else { return fact }
            var fact = fact
            fact.appAccountToken = nil
            return fact
        }
        return PurchaseFacts(purchases: purchases, renewals: facts.renewals)
    }

    /// Takes the tokens out of everything that is stored about a purchase: the one exception to the rule that no
    /// statement is changed.
    ///
    /// - Parameter names: Only these; nil for any.
    func remove(from chain: ChainKey, naming names: Set<String>?, at date: Date) throws {
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        let rows = try StorageRow.fetchAll(
            database,
            sql: """
                SELECT kind, content, last_stated_ms, digest, id, first_stated_ms FROM fact
                WHERE environment = ? AND original_transaction_id = ? AND kind = 'purchase'
                """,
            arguments: key
        )
        for row in rows { try remove(from: row, naming: names) }
        try database.execute(
            sql: """
                UPDATE chain SET account_token = NULL, erased_ms = ?
                WHERE environment = ? AND original_transaction_id = ?
                """,
            arguments: [date.millisecondsSince1970] + key
        )
        // What the App Store signed has the token inside, so all of the text goes.
        try OriginalRows(database: database).remove(of: chain)
        try ForgottenEvents(database: database).removeForwarded(about: chain)
        try database.execute(
            sql: """
                UPDATE notification SET body = ? WHERE identifier IN (SELECT identifier FROM notification_chain
                    WHERE environment = ? AND original_transaction_id = ?)
                """,
            arguments: [Data()] + key
        )
    }

    private func remove(from row: StorageRow, naming names: Set<String>?) throws {
        var facts = PurchaseFacts()
        try FactReader().add(row, to: &facts)
        guard var fact = facts.purchases.first, let token = fact.appAccountToken,
            names?.contains(CustomerID(appAccountToken: token).value) ?? true
        else { return }
        try database.execute(sql: "DELETE FROM fact WHERE id = ?", arguments: [try row.decode(Int64.self, atIndex: 4)])
        fact.appAccountToken = nil
        for column in [2, 5] {
            fact.statedDate = Date(millisecondsSince1970: try row.decode(Int64.self, atIndex: column))
            try FactWriter().row(of: fact).save(in: database)
        }
    }
}
