#if PostgreSQL && os(Linux)
    extension PostgreSQLMigrations {
        /// What servers tell each other: how much was sent to the App Store, and who does what takes longer than a moment.
        static let sharing: [String] = [
            """
            CREATE UNLOGGED TABLE app_store_turn (
                name TEXT COLLATE "C" PRIMARY KEY,
                next_at DOUBLE PRECISION NOT NULL,
                closed_until DOUBLE PRECISION NOT NULL DEFAULT 0
            )
            """,
            """
            CREATE TABLE work_claim (
                name TEXT COLLATE "C" PRIMARY KEY,
                holder TEXT COLLATE "C" NOT NULL,
                until_ms BIGINT NOT NULL
            )
            """,
        ]
    }
#endif
