extension SQLiteMigrations {
    /// What those bring along who come from another server: attributes of customers, offerings of single customers, rows of
    /// imported files, and webhooks in the shape that their receivers know.
    static let switching = [
        """
        CREATE TABLE customer_attribute (
            customer INTEGER NOT NULL,
            key TEXT NOT NULL,
            value TEXT,
            updated_ms INTEGER NOT NULL,
            PRIMARY KEY (customer, key)
        ) WITHOUT ROWID
        """,
        "CREATE TABLE customer_visit (customer INTEGER PRIMARY KEY, seen_ms INTEGER NOT NULL, platform TEXT)",
        "CREATE TABLE customer_offering (customer INTEGER PRIMARY KEY, offering TEXT NOT NULL)",
        """
        CREATE TABLE import_row (
            digest BLOB PRIMARY KEY,
            source TEXT NOT NULL,
            row INTEGER NOT NULL,
            identifier TEXT,
            code TEXT NOT NULL,
            detail TEXT,
            settled_ms INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX import_row_place ON import_row (source, row)",
        """
        CREATE TABLE import_leftover (
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            customer INTEGER NOT NULL,
            row INTEGER NOT NULL,
            PRIMARY KEY (environment, original_transaction_id)
        ) WITHOUT ROWID
        """,
        "ALTER TABLE webhook_endpoint ADD COLUMN shape TEXT",
        "ALTER TABLE webhook_endpoint ADD COLUMN authorization TEXT",
    ]
}
