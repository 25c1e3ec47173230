extension SQLiteMigrations {
    /// What was told of balances and of the ends of grants; entries keep what they were answered with.
    static let customerEvents = [
        "ALTER TABLE ledger_entry ADD COLUMN balance INTEGER",
        "ALTER TABLE level_grant ADD COLUMN is_end_told INTEGER NOT NULL DEFAULT 0",
        // What ended before anybody was told of such ends is not told now; the server's last sign of life says when.
        """
        UPDATE level_grant SET is_end_told = 1
            WHERE end_ms <= coalesce((SELECT max(checked_ms) FROM health), (SELECT max(made_ms) FROM level_grant))
        """,
        """
        CREATE INDEX level_grant_end ON level_grant (end_ms)
            WHERE end_ms IS NOT NULL AND is_end_told = 0 AND revoked_ms IS NULL
        """,
        """
        CREATE TABLE told_balance (
            customer INTEGER NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL,
            PRIMARY KEY (customer, currency)
        ) WITHOUT ROWID
        """,
    ]

    /// How far the App Store's own lists have been read.
    static let gaps = [
        """
        CREATE TABLE notification_gap (
            bundle_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            complete_ms INTEGER NOT NULL,
            window_start_ms INTEGER,
            window_end_ms INTEGER,
            token TEXT,
            PRIMARY KEY (bundle_id, environment)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE history_walk (
            environment TEXT PRIMARY KEY,
            heard_before_ms INTEGER NOT NULL,
            after TEXT NOT NULL,
            ended_ms INTEGER
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE history_revision (
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            revision TEXT,
            asked_ms INTEGER NOT NULL,
            PRIMARY KEY (environment, original_transaction_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX notification_signed ON notification (signed_ms) WHERE signed_ms IS NOT NULL",
    ]

    /// Requests for a refund about which the App Store wants to hear.
    static let refundRequests = [
        """
        CREATE TABLE refund_request (
            notification TEXT PRIMARY KEY,
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            transaction_id TEXT NOT NULL,
            bundle_id TEXT NOT NULL,
            reason TEXT,
            deadline_ms INTEGER NOT NULL,
            next_ms INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'answered', 'refused', 'late')),
            answer BLOB,
            last_failure TEXT,
            settled_ms INTEGER
        ) WITHOUT ROWID
        """,
        "CREATE INDEX refund_request_due ON refund_request (bundle_id, next_ms) WHERE state = 'waiting'",
        "CREATE INDEX refund_request_settled ON refund_request (settled_ms) WHERE settled_ms IS NOT NULL",
    ]

    /// Bodies lie where they came, and only their identifiers, which are random, in the order of those: a body that lay with its
    /// identifier was a random page for each, and what of it found no room there another page of its own.
    static let notificationsInOrder = [
        """
        CREATE TABLE new_notification (
            identifier TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            signed_ms INTEGER,
            received_ms INTEGER NOT NULL,
            body BLOB NOT NULL
        )
        """,
        """
        INSERT INTO new_notification (identifier, type, signed_ms, received_ms, body)
            SELECT identifier, type, signed_ms, received_ms, body FROM notification
        """,
        "DROP TABLE notification",
        "ALTER TABLE new_notification RENAME TO notification",
        "CREATE INDEX notification_signed ON notification (signed_ms) WHERE signed_ms IS NOT NULL",
    ]
}
