import AppStoreModels
import Foundation

/// Who has one purchase.
struct ChainOwners {
    let database: StorageDatabase
    let chain: ChainKey

    /// Somebody who has it.
    struct Owner {
        let person: Int64
        /// Whether anybody but the App Store has ever spoken of them.
        let isKnown: Bool
        /// Since when they have it.
        let linkedAt: Date
        let claimant: OwnershipDecision.Claimant
    }

    private var key: StorageArguments { [chain.environment.rawValue, chain.originalTransactionID] }

    /// All of them, who had it first before the others.
    func all() throws -> [Owner] {
        try StorageRow.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT o.customer, o.claimed_ms, o.is_by_hand, n.number, n.is_known, o.linked_ms
                    FROM customer_chain o JOIN customer_name n ON n.name = o.customer
                    WHERE o.environment = ? AND o.original_transaction_id = ? ORDER BY o.linked_ms, o.customer
                    """
            ),
            arguments: key
        ).map { row in
            let customer = try CustomerID(stored: row.decode(atIndex: 0))
            let isKnown = try row.decode(Bool.self, atIndex: 4)
            return Owner(
                person: try row.decode(atIndex: 3),
                isKnown: isKnown,
                linkedAt: Date(millisecondsSince1970: try row.decode(atIndex: 5)),
                claimant: OwnershipDecision.Claimant(
                    customer: customer,
                    date: Date(millisecondsSince1970: try row.decode(atIndex: 1)),
                    givesWay: customer.isAnonymous || !isKnown,
                    isByHand: try row.decode(atIndex: 2)
                )
            )
        }
    }

    /// - Parameters:
    ///   - date: From when on the claim counts.
    ///   - linkedAt: When it became known.
    func add(_ customer: CustomerID, at date: Date, linkedAt: Date, isByHand: Bool = false) throws {
        // Without `DO UPDATE`, as with facts.
        try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO customer_chain
                    (customer, environment, original_transaction_id, linked_ms, claimed_ms, is_by_hand)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            customer.value, chain.environment.rawValue, chain.originalTransactionID, linkedAt.millisecondsSince1970,
            date.millisecondsSince1970, isByHand,
        ])
        guard try database.changesCount == 0 else { return }
        try database.cachedStatement(
            sql: """
                UPDATE customer_chain SET claimed_ms = CASE WHEN claimed_ms < ?1 THEN ?1 ELSE claimed_ms END,
                    is_by_hand = ?2 WHERE customer = ?3 AND environment = ?4 AND original_transaction_id = ?5
                """
        ).execute(arguments: [date.millisecondsSince1970, isByHand, customer.value] + key)
        guard try database.changesCount > 0 else {
            throw PurchaseServerError(.databaseDamaged, "an owner can neither be stored nor is there")
        }
    }

    /// Keeps that an owner has shown again that it is theirs.
    func renew(_ customer: CustomerID, at date: Date) throws {
        try database.cachedStatement(
            sql: """
                UPDATE customer_chain SET claimed_ms = CASE WHEN claimed_ms < ?1 THEN ?1 ELSE claimed_ms END
                WHERE customer = ?2 AND environment = ?3 AND original_transaction_id = ?4
                """
        ).execute(arguments: [date.millisecondsSince1970, customer.value] + key)
    }

    func removeAll() throws {
        try database.cachedStatement(
            sql: "DELETE FROM customer_chain WHERE environment = ? AND original_transaction_id = ?"
        ).execute(arguments: key)
    }

    func remove(_ customer: CustomerID) throws {
        try database.cachedStatement(
            sql: "DELETE FROM customer_chain WHERE environment = ? AND original_transaction_id = ? AND customer = ?"
        ).execute(arguments: key + [customer.value])
    }

    /// Keeps to whom it was credited what was bought until now, so that nothing is credited twice when it moves.
    ///
    /// - Parameter person: nil for somebody who is erased.
    func credit(to person: Int64?) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO credited (environment, original_transaction_id, transaction_id, customer)
                SELECT DISTINCT environment, original_transaction_id, transaction_id, CAST(? AS BIGINT) FROM fact
                WHERE environment = ? AND original_transaction_id = ? AND kind = 'purchase'
                ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [person] + key)
    }

    /// To whom any of it was credited before it moved.
    func credited() throws -> [CustomerID] {
        try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT DISTINCT coalesce(o.name, n.name) FROM credited p
                        JOIN customer_name n ON n.number = p.customer
                        LEFT JOIN customer_name o ON o.number = n.owner
                    WHERE p.environment = ? AND p.original_transaction_id = ?
                    """
            ),
            arguments: key
        ).map(CustomerID.init(stored:))
    }

    /// Whether a person has ever spent anything or been given anything.
    func hasEntries(_ person: Int64) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM ledger_entry WHERE customer IN (\(CustomerNames.numbers())))
                    """
            ),
            arguments: [person, person]
        ) ?? false
    }
}
