import PostgreSQLConnection

/// Rows as a purchase server writes them for each notification; no two are the same.
struct NotificationRows: PlainRows {
    static let table = """
        CREATE TABLE notification (id bigint PRIMARY KEY, uuid text NOT NULL UNIQUE, kind text NOT NULL,
        signed_at bigint NOT NULL, payload jsonb NOT NULL)
        """
    static let insert = "INSERT INTO notification (id, uuid, kind, signed_at, payload) VALUES ($1, $2, $3, $4, $5)"
    static let batch = 100

    let statements = [Self.insert]

    func rows(_ number: Int) -> [(statement: Int, values: [PlainValue])] { [(0, values(number).map { PlainValue($0) })] }

    /// The values of a row as text.
    private func values(_ number: Int) -> [String] {
        [
            "\(number)", "00000000-0000-4000-8000-\(number)", "DID_RENEW", "\(1_700_000_000_000 + number)",
            """
            {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","transactionId":"\(number)","bundleId":\
            "com.example.flowers","environment":"Production","price":4990,"currency":"EUR","storefront":"DEU"}
            """,
        ]
    }

    /// The statements of a batch.
    func statements(from first: Int) -> [PostgreSQLStatement] {
        (first..<first + Self.batch).map { PostgreSQLStatement(Self.insert, values($0).map { .text($0) }) }
    }
}
