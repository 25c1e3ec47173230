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
                "demands of uploads, repeated uploads",
                [
                    briefly,
                    "ALTER TABLE upload ADD COLUMN demands TEXT COLLATE \"C\", ADD COLUMN repeated_ms BIGINT",
                ]
            ),
            // Servers before it read events in their own order, as they did, and write them while it is built.
            PostgreSQLMigration(
                5,
                "order of events",
                [
                    // What is left of one that was interrupted.
                    "DROP INDEX CONCURRENTLY IF EXISTS purchase_event_written",
                    "CREATE INDEX CONCURRENTLY purchase_event_written ON purchase_event (written_by, number)",
                ],
                isTransaction: false
            ),
            // What servers before it keep has its turn among those of production, which is asked first about all of them.
            PostgreSQLMigration(
                6,
                "environments of uploads",
                [
                    briefly,
                    """
                    ALTER TABLE upload ADD COLUMN stated_environment TEXT COLLATE "C" NOT NULL DEFAULT 'Production'
                    """,
                ]
            ),
        ]

        /// The first statement of a step that changes a table which servers use: while it waits, behind a dump for example, all
        /// of them wait behind it. It is tried again. `SET LOCAL`, without the warning of that outside of `BEGIN`.
        private static let briefly = "SELECT set_config('lock_timeout', '2s', true)"

        /// Brings a database forward, whoever else does the same at the same time.
        static let migrator = PostgreSQLMigrator(steps)
    }
#endif
