import GRDB

/// The history of the tables. A migration that was released is never edited; a change is a new one.
enum SQLiteMigrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 uploads, facts, chains, notifications") { database in
            for statement in first { try database.execute(sql: statement) }
        }
        migrator.registerMigration("2 one receipt is one row") { database in
            for statement in second { try database.execute(sql: statement) }
            try ReceiptsOnce(database).run()
        }
        migrator.registerMigration("3 keys and answers to repeated requests") { database in
            for statement in keys { try database.execute(sql: statement) }
        }
        migrator.registerMigration("4 customers, ownership, grants, ledger, offerings") { database in
            for statement in customers { try database.execute(sql: statement) }
        }
        migrator.registerMigration("5 webhooks") { database in
            for statement in WebhookTables.statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("events of customers, gaps, refund requests") { database in
            for statement in customerEvents + gaps + refundRequests { try database.execute(sql: statement) }
        }
        migrator.registerMigration("statement keys and tokens of customers") { database in
            for statement in statements { try database.execute(sql: statement) }
        }
        migrator.registerMigration("attributes, imports, shapes of webhooks") { database in
            for statement in switching { try database.execute(sql: statement) }
        }
        migrator.registerMigration("kept answers") { database in
            for statement in keptAnswers { try database.execute(sql: statement) }
        }
        migrator.registerMigration("what is due with a receipt") { database in
            for statement in dueReceipts { try database.execute(sql: statement) }
        }
        migrator.registerMigration("signed originals, places of comparisons") { database in
            for statement in originals { try database.execute(sql: statement) }
        }
        migrator.registerMigration("rows of figures") { database in
            for statement in figures { try database.execute(sql: statement) }
        }
        migrator.registerMigration("acts at the console") { database in
            for statement in console { try database.execute(sql: statement) }
        }
        migrator.registerMigration("marks of figures, customers of kept answers") { database in
            for statement in marks { try database.execute(sql: statement) }
        }
        migrator.registerMigration("products of purchases") { database in
            for statement in products { try database.execute(sql: statement) }
        }
        migrator.registerMigration("settings of the console") { database in
            for statement in storedSettings { try database.execute(sql: statement) }
        }
        migrator.registerMigration("quicker forgetting, no index of notifications") { database in
            for statement in quickForgetting { try database.execute(sql: statement) }
            // It was asked once in the life of a database, and is a random page more for each notification.
            try database.execute(sql: "DROP INDEX notification_chain_identifier")
        }
        migrator.registerMigration("requests for refunds by time") { database in
            // A list over all customers goes on where its part before ended.
            try database.execute(
                sql: "CREATE INDEX refund_request_deadline ON refund_request (deadline_ms, notification)"
            )
        }
        migrator.registerMigration("headers of what is signed") { database in
            // Of a notification nearly all is a chain of certificates, three times, and the same in all of them.
            try database.execute(
                sql: "CREATE TABLE signed_header (digest BLOB PRIMARY KEY, text BLOB NOT NULL) WITHOUT ROWID"
            )
        }
        migrator.registerMigration("demands of uploads") { database in
            // What was acknowledged before waits as it did, whatever is in it.
            try database.execute(sql: "ALTER TABLE upload ADD COLUMN demands TEXT")
        }
        migrator.registerMigration("repeated uploads") { database in
            // What waits is its customer's by when it came, the first and the last time.
            try database.execute(sql: "ALTER TABLE upload ADD COLUMN repeated_ms INTEGER")
        }
        migrator.registerMigration("environments of uploads") { database in
            // What waited before has its turn among those of production, which is asked first about all of them.
            try database.execute(
                sql: "ALTER TABLE upload ADD COLUMN stated_environment TEXT NOT NULL DEFAULT 'Production'"
            )
        }
        migrator.registerMigration("products without a trigger") { database in
            // See `ChainProducts`.
            try database.execute(sql: "DROP TRIGGER fact_insert_product")
        }
        migrator.registerMigration("notifications one behind the other") { database in
            for statement in notificationsInOrder { try database.execute(sql: statement) }
        }
        return migrator
    }

    private static let first = [
        """
        CREATE TABLE upload (
            id INTEGER PRIMARY KEY,
            customer TEXT NOT NULL,
            digest BLOB NOT NULL,
            receipt BLOB NOT NULL,
            received_ms INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
            due_ms INTEGER NOT NULL,
            failed_attempts INTEGER NOT NULL DEFAULT 0,
            code TEXT,
            resolved_ms INTEGER,
            UNIQUE (customer, digest)
        )
        """,
        "CREATE INDEX upload_due ON upload (due_ms) WHERE status = 'pending'",
        """
        CREATE TABLE fact (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('purchase', 'renewal')),
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            transaction_id TEXT NOT NULL,
            digest BLOB NOT NULL,
            content BLOB NOT NULL,
            first_stated_ms INTEGER NOT NULL,
            last_stated_ms INTEGER NOT NULL,
            UNIQUE (environment, original_transaction_id, transaction_id, kind, digest)
        )
        """,
        """
        CREATE TABLE latest_receipt (
            id INTEGER PRIMARY KEY,
            environment TEXT NOT NULL,
            bundle_id TEXT NOT NULL,
            digest BLOB NOT NULL UNIQUE,
            receipt BLOB NOT NULL
        )
        """,
        """
        CREATE TABLE chain (
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            latest_receipt_id INTEGER REFERENCES latest_receipt (id),
            next_check_ms INTEGER,
            failed_checks INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (environment, original_transaction_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX chain_due ON chain (next_check_ms) WHERE next_check_ms IS NOT NULL",
        "CREATE INDEX chain_receipt ON chain (latest_receipt_id)",
        """
        CREATE TABLE customer_chain (
            customer TEXT NOT NULL,
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            linked_ms INTEGER NOT NULL,
            PRIMARY KEY (customer, environment, original_transaction_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX customer_chain_owner ON customer_chain (original_transaction_id)",
        """
        CREATE TABLE notification (
            identifier TEXT PRIMARY KEY,
            type TEXT NOT NULL,
            signed_ms INTEGER,
            received_ms INTEGER NOT NULL,
            body BLOB NOT NULL
        ) WITHOUT ROWID
        """,
    ]

    /// Uploads lose the receipt when they are settled; every purchase points to its newest receipt, not only subscriptions.
    private static let second = [
        "ALTER TABLE chain ADD COLUMN renews INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE chain ADD COLUMN scheduled_ms INTEGER",
        "UPDATE chain SET renews = 1 WHERE latest_receipt_id IS NOT NULL OR next_check_ms IS NOT NULL",
        "CREATE INDEX chain_scheduled ON chain (scheduled_ms) WHERE scheduled_ms IS NOT NULL",
        "CREATE TABLE health (id INTEGER PRIMARY KEY, checked_ms INTEGER NOT NULL)",
        "ALTER TABLE upload RENAME TO old_upload",
        "DROP INDEX upload_due",
        """
        CREATE TABLE upload (
            id INTEGER PRIMARY KEY,
            customer TEXT NOT NULL,
            identity BLOB NOT NULL,
            receipt BLOB,
            received_ms INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'verified')),
            due_ms INTEGER NOT NULL,
            failed_attempts INTEGER NOT NULL DEFAULT 0,
            is_signature_checked INTEGER NOT NULL,
            resolved_ms INTEGER,
            UNIQUE (customer, identity),
            CHECK (status = 'verified' OR receipt IS NOT NULL)
        )
        """,
        "CREATE INDEX upload_due ON upload (due_ms) WHERE status = 'pending'",
        "CREATE INDEX upload_unchecked ON upload (id) WHERE status = 'pending' AND NOT is_signature_checked",
    ]

    /// Without a key for the Server API nobody asks about a subscription without a receipt: those stay due for ever, and are
    /// not to be walked over each time.
    private static let dueReceipts = [
        """
        CREATE INDEX chain_due_receipt ON chain (next_check_ms)
            WHERE next_check_ms IS NOT NULL AND renews AND latest_receipt_id IS NOT NULL
        """,
        "CREATE INDEX notification_chain_identifier ON notification_chain (identifier)",
    ]
}
