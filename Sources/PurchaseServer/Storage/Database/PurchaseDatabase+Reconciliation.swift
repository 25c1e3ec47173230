import AppStoreModels
import Entitlements
import Foundation

extension PurchaseDatabase {
    /// Purchases in the order of their keys, so that a walk goes on wherever it ended.
    ///
    /// - Parameters:
    ///   - key: Only those after it; nil from the beginning.
    ///   - customer: Only those of this customer; nil for all.
    ///   - environment: Only those in this App Store; nil for all.
    func comparablePurchases(
        after key: ChainKey?,
        of customer: CustomerID?,
        in environment: AppStoreEnvironment?,
        limit: Int
    ) async throws -> [ComparablePurchase] {
        try await read { database in
            let owner = try customer.map { try CustomerNames(database: database).customer(of: $0).value }
            let rows = try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT c.environment, c.original_transaction_id, r.id, r.receipt, r.environment, r.bundle_id,
                        c.failed_checks
                    FROM \(Self.chains(of: owner)) LEFT JOIN latest_receipt r ON r.id = c.latest_receipt_id
                    WHERE (c.environment, c.original_transaction_id) > (:after_environment, :after)
                        AND \(Self.wanted)
                    ORDER BY c.environment, c.original_transaction_id LIMIT :limit
                    """,
                arguments: [
                    "after_environment": key?.environment.rawValue ?? "", "after": key?.originalTransactionID ?? "",
                    "customer": owner, "environment": environment?.rawValue, "limit": limit,
                ]
            )
            return try rows.map { try Self.comparablePurchase($0, in: database) }
        }
    }

    /// How many purchases a walk will come to.
    func countComparablePurchases(
        after key: ChainKey?,
        of customer: CustomerID?,
        in environment: AppStoreEnvironment?
    ) async throws -> Int {
        try await read { database in
            let owner = try customer.map { try CustomerNames(database: database).customer(of: $0).value }
            return try Int.fetchOne(
                database,
                sql: """
                    SELECT count(*) FROM \(Self.chains(of: owner))
                    WHERE (c.environment, c.original_transaction_id) > (:after_environment, :after)
                        AND \(Self.wanted)
                    """,
                arguments: [
                    "after_environment": key?.environment.rawValue ?? "", "after": key?.originalTransactionID ?? "",
                    "customer": owner, "environment": environment?.rawValue,
                ]
            ) ?? 0
        }
    }

    /// Everything known about some purchases, each by itself; what is not known is left out.
    func facts(of chains: Set<ChainKey>) async throws -> [ChainKey: PurchaseFacts] {
        try await read { database in
            try chains.reduce(into: [:]) { known, chain in
                let facts = try Self.facts(of: chain, in: database)
                if !facts.isEmpty { known[chain] = facts }
            }
        }
    }

    // In this order: PostgreSQL takes the kind of a value from where it stands first.
    private static let wanted = "(c.environment = :environment OR :environment IS NULL)"

    /// From the customer to the purchases: one customer has few of very many.
    private static func chains(of owner: String?) -> String {
        guard owner != nil else { return "chain c" }
        return """
            (SELECT c.* FROM customer_chain o CROSS JOIN chain c WHERE c.environment = o.environment
                AND c.original_transaction_id = o.original_transaction_id AND o.customer = :customer) c
            """
    }

    private static func comparablePurchase(_ row: StorageRow, in database: StorageDatabase) throws -> ComparablePurchase
    {
        let chain = ChainKey(
            environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
            originalTransactionID: try row.decode(atIndex: 1)
        )
        let newest = try facts(of: chain, in: database).purchases.max { $0.statedDate < $1.statedDate }
        let identifier = try row.decode(Int64?.self, atIndex: 2)
        let receipt = try identifier.map { identifier in
            LatestReceipt(
                id: identifier,
                receipt: try row.decode(atIndex: 3),
                environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 4)),
                bundleID: try row.decode(atIndex: 5),
                failedChecks: try row.decode(atIndex: 6)
            )
        }
        return ComparablePurchase(
            chain: chain,
            bundleID: newest?.bundleID ?? receipt?.bundleID,
            receipt: receipt
        )
    }
}

extension PurchaseDatabase {
    /// For how long, in seconds, a place is kept at which a run stopped.
    private static let positionMemory: TimeInterval = 7 * 86_400

    /// Where the last run with the same order stopped half way; nil if it came to its end, or too long ago.
    func reconciliationPosition(of order: ReconciliationOrder, at date: Date) async throws -> String? {
        try await read { database in
            try String.fetchOne(
                database,
                sql: """
                    SELECT position FROM reconciliation
                    WHERE mends = ? AND customer = ? AND environment = ? AND stopped_ms > ? AND stopped_ms <= ?
                    """,
                arguments: Self.key(of: order) + [
                    date.addingTimeInterval(-Self.positionMemory).millisecondsSince1970, Self.latestMoment(at: date),
                ]
            )
        }
    }

    /// Keeps where a run is; nil when it has come to its end.
    func keepReconciliationPosition(_ position: String?, of order: ReconciliationOrder, at date: Date) async throws {
        try await write { database in
            guard let position else {
                try database.execute(
                    sql: "DELETE FROM reconciliation WHERE mends = ? AND customer = ? AND environment = ?",
                    arguments: Self.key(of: order)
                )
                return
            }
            try database.execute(
                sql: """
                    INSERT INTO reconciliation (mends, customer, environment, position, stopped_ms)
                    VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (mends, customer, environment) DO UPDATE SET position = excluded.position,
                        stopped_ms = excluded.stopped_ms
                    """,
                arguments: Self.key(of: order) + [position, date.millisecondsSince1970]
            )
        }
    }

    private static func key(of order: ReconciliationOrder) -> StorageArguments {
        [order.mends, order.customer?.value ?? "", order.environment?.rawValue ?? ""]
    }
}
