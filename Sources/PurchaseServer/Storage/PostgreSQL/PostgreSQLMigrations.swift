#if PostgreSQL && os(Linux)
    import PostgreSQLConnection

    /// The history of the tables in PostgreSQL. A step that was released is never edited; a change is a new one.
    ///
    /// The tables are those of SQLite, so that one code reads and writes both. Text is compared by its bytes, as there; what
    /// SQLite has as 0 and 1 is truth where statements treat it so.
    enum PostgreSQLMigrations {
        static let steps = [
            PostgreSQLMigration(
                1,
                "purchases, customers, webhooks, figures",
                purchases + customers + work + marks
            ),
            PostgreSQLMigration(2, "what servers tell each other", sharing),
            PostgreSQLMigration(
                3,
                "headers of what is signed",
                ["CREATE TABLE signed_header (digest BYTEA PRIMARY KEY, text BYTEA NOT NULL)"],
                // A server before it would not find what it handed on of notifications when a person is erased.
                leavesOlderVersionsBe: false
            ),
            // Servers before it take what waits whatever is demanded of it, as they did.
            PostgreSQLMigration(
                4,
                "demands of uploads",
                ["ALTER TABLE upload ADD COLUMN demands TEXT COLLATE \"C\""]
            ),
            // Servers before it read events in their own order, as they did.
            PostgreSQLMigration(
                5,
                "repeated uploads, order of events",
                [
                    "ALTER TABLE upload ADD COLUMN repeated_ms BIGINT",
                    "CREATE INDEX purchase_event_written ON purchase_event (written_by, number)",
                ]
            ),
        ]

        /// Brings a database forward, whoever else does the same at the same time.
        static let migrator = PostgreSQLMigrator(steps)
    }
#endif
