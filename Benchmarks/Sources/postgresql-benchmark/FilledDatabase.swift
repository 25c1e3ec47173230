import PostgreSQLConnection

/// A purchase server's database with many made-up customers, each with a purchase and an answer that is kept.
struct FilledDatabase: Sendable {
    /// A connection string to it.
    let place: String
    let customers: Int

    /// The rules by which answers are kept.
    static let rules = "those of the benchmark"

    static func customer(_ number: Int) -> String { "customer-\(number)" }
    static func purchase(_ number: Int) -> String { "\(2_000_000_000_000_000 + number)" }

    /// - Parameters:
    ///   - place: A connection string to an empty database.
    ///   - customers: How many there shall be.
    init(_ place: String, customers: Int) async throws {
        (self.place, self.customers) = (place, customers)
        // It makes the tables, and a fact as the server writes it, of which the others are copies.
        try await StorageContender(place).save(0)
        // What triggers do when a customer comes stands in the rows already.
        var settings = try PostgreSQLSettings("\(place) options='-c session_replication_role=replica'")
        settings.statementDeadline = .seconds(1_800)
        settings.maximumSessions = 1
        let pool = PostgreSQLPool(settings)
        for statement in Self.statements(customers) {
            _ = try await pool.run(PostgreSQLStatement(statement, isPrepared: false))
        }
        await pool.shutDown(within: .seconds(10))
    }

    private static func statements(_ customers: Int) -> [String] {
        let numbers = "FROM generate_series(1, \(customers)) i"
        let purchase = "(2000000000000000 + i)::text"
        let moment = "1700000000000"
        return [
            "INSERT INTO customer_name (name, since_ms, is_known) SELECT 'customer-' || i, \(moment), true \(numbers)",
            """
            INSERT INTO chain (environment, original_transaction_id, next_check_ms, renews, scheduled_ms)
            SELECT 'Production', \(purchase), 1760000000000 + i, true, \(moment) \(numbers)
            """,
            """
            INSERT INTO customer_chain SELECT name, 'Production',
                (2000000000000000 + substr(name, 10)::bigint)::text, \(moment), \(moment), false FROM customer_name
            """,
            "INSERT INTO chain_product SELECT 'com.example.monthly', \(purchase), 'Production' \(numbers)",
            """
            INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content,
                first_stated_ms, last_stated_ms)
            SELECT 'purchase', 'Production', number, number, sha256(content), content, \(moment), \(moment)
            FROM (SELECT number, convert_to(replace(model, '"\(StorageContender.name(0))"', '"' || number || '"'), 'UTF8') AS content
                FROM (SELECT \(purchase) AS number \(numbers)) AS numbers,
                    (SELECT convert_from(content, 'UTF8') AS model FROM fact
                        WHERE transaction_id = '\(StorageContender.name(0))') AS models) AS contents
            """,
            """
            INSERT INTO kept_answer SELECT number, 1, '\(rules)', 0, 4000000000000, decode(repeat('7b', 60), 'hex'),
                decode(repeat('7b', 1500), 'hex'), repeat('b', 44) FROM customer_name
            """,
            "VACUUM ANALYZE", "CHECKPOINT",
        ]
    }
}
