extension SQLiteMigrations {
    /// Keys by their digests, and the answers that a repeated request gets again.
    static let keys = [
        """
        CREATE TABLE api_key (
            id TEXT PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('public', 'secret')),
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            digest BLOB NOT NULL,
            made_ms INTEGER NOT NULL,
            used_ms INTEGER,
            expires_ms INTEGER,
            revoked_ms INTEGER,
            successor TEXT
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE repeated_answer (
            key_id TEXT NOT NULL,
            idempotency_key TEXT NOT NULL,
            request BLOB NOT NULL,
            begun_ms INTEGER NOT NULL,
            status INTEGER,
            body BLOB,
            PRIMARY KEY (key_id, idempotency_key)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX repeated_answer_age ON repeated_answer (begun_ms)",
    ]
}
