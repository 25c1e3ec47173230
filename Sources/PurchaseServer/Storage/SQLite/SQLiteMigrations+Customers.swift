extension SQLiteMigrations {
    /// Customers get numbers, so that what must stay when a person is erased names nobody; purchases get a claim with
    /// a date.
    static let customers = [
        """
        CREATE TABLE customer_name (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            owner INTEGER,
            since_ms INTEGER NOT NULL,
            is_known INTEGER NOT NULL
        )
        """,
        "CREATE INDEX customer_name_owner ON customer_name (owner) WHERE owner IS NOT NULL",
        """
        INSERT INTO customer_name (name, since_ms, is_known)
            SELECT customer, min(linked_ms), EXISTS (SELECT 1 FROM upload WHERE upload.customer = o.customer)
            FROM customer_chain o GROUP BY customer
        """,
        "ALTER TABLE customer_chain ADD COLUMN claimed_ms INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE customer_chain ADD COLUMN is_by_hand INTEGER NOT NULL DEFAULT 0",
        "UPDATE customer_chain SET claimed_ms = linked_ms",
        // Of two who came at once the one who is known comes first.
        """
        UPDATE customer_chain SET linked_ms = linked_ms + 1
            WHERE EXISTS (SELECT 1 FROM customer_name n WHERE n.name = customer_chain.customer AND NOT n.is_known)
        """,
        "ALTER TABLE chain ADD COLUMN account_token TEXT",
        "ALTER TABLE chain ADD COLUMN account_token_purchase_ms INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE chain ADD COLUMN account_token_stated_ms INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE chain ADD COLUMN erased_ms INTEGER",
        "CREATE INDEX chain_account_token ON chain (account_token) WHERE account_token IS NOT NULL",
        """
        CREATE TABLE notification_chain (
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            identifier TEXT NOT NULL,
            PRIMARY KEY (environment, original_transaction_id, identifier)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            made_ms INTEGER NOT NULL,
            kind TEXT NOT NULL,
            actor TEXT NOT NULL,
            from_number INTEGER,
            to_number INTEGER,
            environment TEXT,
            original_transaction_id TEXT,
            reason TEXT
        )
        """,
        "CREATE INDEX audit_from ON audit (from_number) WHERE from_number IS NOT NULL",
        "CREATE INDEX audit_to ON audit (to_number) WHERE to_number IS NOT NULL",
        """
        CREATE UNIQUE INDEX audit_refused ON audit (to_number, environment, original_transaction_id, from_number)
            WHERE kind = 'refused'
        """,
        """
        CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
            BEGIN SELECT RAISE(ABORT, 'what was written about changes of owners is never changed'); END
        """,
        """
        CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit
            BEGIN SELECT RAISE(ABORT, 'what was written about changes of owners is never removed'); END
        """,
        """
        CREATE TABLE level_grant (
            customer INTEGER NOT NULL,
            name TEXT NOT NULL,
            level TEXT NOT NULL,
            start_ms INTEGER NOT NULL,
            end_ms INTEGER,
            reason TEXT,
            made_ms INTEGER NOT NULL,
            actor TEXT NOT NULL,
            revoked_ms INTEGER,
            PRIMARY KEY (customer, name)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE ledger_entry (
            number INTEGER PRIMARY KEY,
            customer INTEGER NOT NULL,
            name TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL,
            reason TEXT,
            made_ms INTEGER NOT NULL,
            actor TEXT NOT NULL,
            UNIQUE (customer, name)
        )
        """,
        """
        CREATE TABLE credited (
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            transaction_id TEXT NOT NULL,
            customer INTEGER,
            PRIMARY KEY (environment, original_transaction_id, transaction_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX credited_customer ON credited (customer) WHERE customer IS NOT NULL",
        """
        CREATE TABLE offering (
            name TEXT PRIMARY KEY,
            product_ids TEXT NOT NULL,
            metadata TEXT,
            is_current INTEGER NOT NULL,
            changed_ms INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE TABLE offering_revision (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL)",
        "INSERT INTO offering_revision VALUES (1, 0)",
    ]
}
