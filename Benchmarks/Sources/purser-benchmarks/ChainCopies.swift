import Foundation
import GRDB

/// Copies the subscriptions in a database, in turn, each for a customer of its own. As ``CustomerCopies``, for what figures are
/// made of: the models differ in their days, products and prices.
struct ChainCopies {
    let database: URL

    /// - Parameter count: How many copies.
    /// - Returns: How many transactions there are afterwards.
    func make(_ count: Int) throws -> Int {
        var configuration = Configuration()
        // The server that made the models may still be about to close the file.
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            for pragma in ["synchronous = OFF", "cache_size = -65536", "temp_store = MEMORY"] {
                try database.execute(sql: "PRAGMA \(pragma)")
            }
        }
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { database in
            try DatabaseTriggers.without(in: database) {
                for statement in Self.models { try database.execute(sql: statement) }
                let models = try Int.fetchOne(database, sql: "SELECT max(model) + 1 FROM model_chain") ?? 0
                for statement in Self.copies {
                    try database.execute(sql: statement, arguments: ["count": count, "models": models])
                }
            }
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM fact WHERE kind = 'purchase'") ?? 0
        }
    }

    private static let models = [
        """
        CREATE TEMP TABLE model_chain AS
            SELECT row_number() OVER (ORDER BY original_transaction_id) - 1 AS model, * FROM main.chain
        """,
        """
        CREATE TEMP TABLE model_fact AS SELECT c.model,
            row_number() OVER (PARTITION BY c.model ORDER BY f.transaction_id, f.id) AS place, f.*
        FROM main.fact f JOIN model_chain c USING (environment, original_transaction_id)
        """,
        """
        CREATE TEMP TABLE model_product AS SELECT c.model, p.product_id, p.environment
        FROM main.chain_product p JOIN model_chain c USING (environment, original_transaction_id)
        """,
        "CREATE INDEX temp.model_product_model ON model_product (model)",
        "CREATE INDEX temp.model_fact_model ON model_fact (model, place)",
        "CREATE INDEX temp.model_chain_model ON model_chain (model)",
    ]

    /// Copies have longer numbers than the models, and fewer than a hundred facts.
    private static let numbers =
        "WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < :count) "

    private static let copies = [
        """
        \(numbers) INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content,
            first_stated_ms, last_stated_ms)
        SELECT kind, environment, CAST(8000000000000000 + n * 100 AS TEXT), CAST(8000000000000000 + n * 100 + place AS TEXT),
            digest, content, first_stated_ms, last_stated_ms
        FROM copy CROSS JOIN model_fact WHERE model = n % :models
        """,
        """
        \(numbers) INSERT INTO chain (environment, original_transaction_id, renews)
        SELECT environment, CAST(8000000000000000 + n * 100 AS TEXT), renews
        FROM copy CROSS JOIN model_chain WHERE model = n % :models
        """,
        """
        \(numbers) INSERT INTO chain_product (product_id, original_transaction_id, environment)
        SELECT product_id, CAST(8000000000000000 + n * 100 AS TEXT), environment
        FROM copy CROSS JOIN model_product WHERE model = n % :models
        """,
        """
        \(numbers) INSERT INTO customer_name (name, since_ms, is_known)
        SELECT 'customer-' || (10000000 + n), 1767225600000 + (n % :models) * 8640000, 1 FROM copy
        """,
        """
        \(numbers) INSERT INTO customer_chain (customer, environment, original_transaction_id, linked_ms, claimed_ms)
        SELECT 'customer-' || (10000000 + n), environment, CAST(8000000000000000 + n * 100 AS TEXT), 1767225600000,
            1767225600000
        FROM copy CROSS JOIN model_chain WHERE model = n % :models
        """,
    ]
}
