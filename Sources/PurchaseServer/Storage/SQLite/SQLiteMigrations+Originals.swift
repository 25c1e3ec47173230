extension SQLiteMigrations {
    /// Signed data as devices sent it, by what it states; and where a comparison with the App Store goes on.
    static let originals = [
        """
        CREATE TABLE signed_original (
            environment TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            transaction_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('purchase', 'renewal')),
            digest BLOB NOT NULL,
            jws TEXT NOT NULL,
            signed_ms INTEGER NOT NULL,
            received_ms INTEGER NOT NULL,
            PRIMARY KEY (environment, original_transaction_id, transaction_id, kind, digest)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE reconciliation (
            mends INTEGER NOT NULL,
            customer TEXT NOT NULL,
            environment TEXT NOT NULL,
            position TEXT NOT NULL,
            stopped_ms INTEGER NOT NULL,
            PRIMARY KEY (mends, customer, environment)
        ) WITHOUT ROWID
        """,
    ]
}
