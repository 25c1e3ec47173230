extension SQLiteMigrations {
    /// What people did at the console, and how they find a customer by a transaction. Customers are told by their numbers, so that nobody is named who was erased.
    static let console = [
        """
        CREATE TABLE console_audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            made_ms INTEGER NOT NULL,
            role TEXT NOT NULL,
            name TEXT,
            action TEXT NOT NULL,
            customer INTEGER,
            other_customer INTEGER,
            target TEXT,
            status INTEGER
        )
        """,
        "CREATE INDEX fact_transaction ON fact (transaction_id)",
    ]
}
