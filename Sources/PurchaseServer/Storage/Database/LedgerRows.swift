import AppStoreModels
import Entitlements
import Foundation

/// What a person was credited and what was entered, under whichever of the names.
struct LedgerRows {
    let database: StorageDatabase
    let person: Int64

    /// How many entries a customer may have.
    static let maximumCount = 100_000

    private static let names = "(\(CustomerNames.numbers()))"
    /// In the order in which they were made.
    func calls() throws -> [StoredLedgerCall] {
        var names: Set<String> = []
        return try StorageRow.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT name, currency, amount, reason, made_ms, actor, balance, customer FROM ledger_entry
                    WHERE customer IN \(Self.names) ORDER BY number
                    """
            ),
            arguments: [person, person]
        ).map { row in
            let name = try row.decode(String.self, atIndex: 0)
            let currency = LedgerCurrency(rawValue: try row.decode(atIndex: 1))
            let balance = try row.decode(Int64?.self, atIndex: 6)
            // Two customers who became one may both have used the name; both calls count.
            let key = names.insert(name).inserted ? name : "\(name)\u{0}\(try row.decode(Int64.self, atIndex: 7))"
            let call = LedgerCall(
                key: key,
                date: Date(millisecondsSince1970: try row.decode(atIndex: 4)),
                changes: [currency: try row.decode(atIndex: 2)],
                reference: try row.decode(atIndex: 3),
                balances: balance.map { [currency: $0] } ?? [:]
            )
            return StoredLedgerCall(name: name, call: call, actor: try row.decode(atIndex: 5))
        }
    }

    func insert(_ stored: StoredLedgerCall, under number: Int64) throws {
        for (currency, amount) in stored.call.changes {
            try database.execute(
                sql: """
                    INSERT INTO ledger_entry (name, currency, amount, reason, made_ms, actor, balance, customer)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    stored.name, currency.rawValue, amount, stored.call.reference,
                    stored.call.date.millisecondsSince1970, stored.actor, stored.call.balances[currency], number,
                ]
            )
        }
    }

    /// The purchases that were credited to the person: those of a purchase that the person has, or had first where several
    /// have it, without what was credited to others before; and what was credited to the person before it moved.
    ///
    /// - Parameter facts: All purchases that the person has now.
    func credits(of customer: CustomerID, among facts: PurchaseFacts) throws -> PurchaseFacts {
        let others = try chains(
            """
            SELECT c.environment, c.original_transaction_id, '' FROM customer_chain c WHERE c.customer = ?
                AND EXISTS (SELECT 1 FROM customer_chain b WHERE b.environment = c.environment
                    AND b.original_transaction_id = c.original_transaction_id
                    AND (b.linked_ms < c.linked_ms OR (b.linked_ms = c.linked_ms AND b.customer < c.customer)))
            """,
            [customer.value]
        )
        let fixed = try chains(
            """
            SELECT p.environment, p.original_transaction_id, p.transaction_id FROM customer_chain c
            JOIN credited p ON p.environment = c.environment
                AND p.original_transaction_id = c.original_transaction_id
            WHERE c.customer = ?
            """,
            [customer.value]
        )
        let before = try before().purchases
        // Mostly nothing ever moved, and very many facts need neither be looked at nor copied.
        if others.isEmpty, fixed.isEmpty, before.isEmpty { return PurchaseFacts(purchases: facts.purchases) }
        let purchases = facts.purchases.filter { fact in
            !others.contains(Transaction(fact, isWholeChain: true)) && !fixed.contains(Transaction(fact))
        }
        return PurchaseFacts(purchases: purchases.union(before))
    }

    private func before() throws -> PurchaseFacts {
        try PurchaseDatabase.facts(
            in: StorageRow.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT f.kind, f.content, f.last_stated_ms, f.digest FROM credited p JOIN fact f
                            ON f.environment = p.environment AND f.transaction_id = p.transaction_id
                            AND f.original_transaction_id = p.original_transaction_id AND f.kind = 'purchase'
                        WHERE p.customer IN \(Self.names)
                        """
                ),
                arguments: [person, person]
            )
        )
    }

    fileprivate struct Transaction: Hashable {
        let environment: AppStoreEnvironment
        let originalTransactionID: String
        let transactionID: String
    }

    private func chains(_ sql: String, _ arguments: StorageArguments) throws -> Set<Transaction> {
        Set(
            try StorageRow.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map { row in
                Transaction(
                    environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
                    originalTransactionID: try row.decode(atIndex: 1),
                    transactionID: try row.decode(atIndex: 2)
                )
            }
        )
    }
}

extension LedgerRows.Transaction {
    fileprivate init(_ fact: PurchaseFact, isWholeChain: Bool = false) {
        self.init(
            environment: fact.environment,
            originalTransactionID: fact.originalTransactionID,
            transactionID: isWholeChain ? "" : fact.transactionID
        )
    }
}
