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
        ]

        /// Brings a database forward, whoever else does the same at the same time.
        static let migrator = PostgreSQLMigrator(steps)
    }
#endif
