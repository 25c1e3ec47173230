extension SQLiteMigrations {
    /// The keys that sign statements, and the tokens of customers by their digests.
    static let statements = [
        """
        CREATE TABLE statement_key (
            id TEXT PRIMARY KEY,
            private_key BLOB NOT NULL,
            made_ms INTEGER NOT NULL,
            retired_ms INTEGER
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE customer_token (
            id TEXT PRIMARY KEY,
            customer INTEGER NOT NULL,
            digest BLOB NOT NULL,
            made_ms INTEGER NOT NULL,
            expires_ms INTEGER,
            revoked_ms INTEGER
        ) WITHOUT ROWID
        """,
        "CREATE INDEX customer_token_customer ON customer_token (customer)",
    ]
}
