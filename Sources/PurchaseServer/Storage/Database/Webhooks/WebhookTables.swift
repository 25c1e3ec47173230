/// The tables of events, endpoints and deliveries.
enum WebhookTables {
    static let statements = [
        """
        CREATE TABLE purchase_standing (
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            content BLOB NOT NULL,
            next_change_ms INTEGER,
            PRIMARY KEY (environment, original_transaction_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX purchase_standing_due ON purchase_standing (next_change_ms) WHERE next_change_ms IS NOT NULL",
        """
        CREATE TABLE purchase_event (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            customer TEXT,
            created_ms INTEGER NOT NULL,
            body BLOB NOT NULL
        )
        """,
        "CREATE INDEX purchase_event_customer ON purchase_event (customer, number) WHERE customer IS NOT NULL",
        "CREATE INDEX purchase_event_created ON purchase_event (created_ms)",
        """
        CREATE TABLE webhook_endpoint (
            identifier TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            types TEXT,
            environment TEXT,
            is_enabled INTEGER NOT NULL,
            forwards_notifications INTEGER NOT NULL,
            created_ms INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE webhook_secret (
            endpoint TEXT NOT NULL REFERENCES webhook_endpoint (identifier),
            secret TEXT NOT NULL,
            end_ms INTEGER
        )
        """,
        "CREATE INDEX webhook_secret_endpoint ON webhook_secret (endpoint)",
        """
        CREATE TABLE webhook_delivery (
            identifier INTEGER PRIMARY KEY AUTOINCREMENT,
            endpoint TEXT NOT NULL REFERENCES webhook_endpoint (identifier),
            event INTEGER NOT NULL REFERENCES purchase_event (number),
            state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
            attempts INTEGER NOT NULL,
            next_ms INTEGER,
            last_status INTEGER,
            last_failure TEXT,
            created_ms INTEGER NOT NULL
        )
        """,
        "CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, next_ms) WHERE state = 'pending'",
        "CREATE INDEX webhook_delivery_event ON webhook_delivery (event)",
        "CREATE INDEX webhook_delivery_settled ON webhook_delivery (created_ms) WHERE state <> 'pending'",
        """
        CREATE TABLE webhook_attempt (
            identifier INTEGER PRIMARY KEY,
            delivery INTEGER NOT NULL REFERENCES webhook_delivery (identifier) ON DELETE CASCADE,
            made_ms INTEGER NOT NULL,
            status INTEGER,
            failure TEXT
        )
        """,
        "CREATE INDEX webhook_attempt_delivery ON webhook_attempt (delivery, identifier)",
    ]
}
