extension SQLiteMigrations {
    /// Marks of figures that are never the same twice, what tells rates apart without reading them, whom kept answers are
    /// about, and the ages of imported rows.
    ///
    /// The triggers that mark are made anew by whoever keeps figures, who then books everything.
    static let marks =
        [
            ("fact", ["insert", "update", "delete"]), ("customer_chain", ["insert", "update", "delete"]),
            ("customer_name", ["insert", "update", "delete"]),
        ].flatMap { table, events in events.map { "DROP TRIGGER IF EXISTS \(table)_\($0)_figure_due" } } + [
            "DROP TABLE figure_due",
            // Half of what there is, so that it can be counted on from any of them.
            """
            CREATE TABLE figure_due (
                scope TEXT NOT NULL,
                name TEXT NOT NULL,
                mark INTEGER NOT NULL DEFAULT (random() >> 1),
                PRIMARY KEY (scope, name)
            ) WITHOUT ROWID
            """,
            "ALTER TABLE figure_rules ADD COLUMN rates_digest BLOB",
            "ALTER TABLE repeated_answer ADD COLUMN customer TEXT",
            "ALTER TABLE repeated_answer ADD COLUMN other_customer TEXT",
            // What is kept already is about whom it names; it is kept for a day.
            """
            UPDATE repeated_answer SET
                customer = coalesce(json_extract(CAST(body AS TEXT), '$.customer'),
                    json_extract(CAST(body AS TEXT), '$.from')),
                other_customer = coalesce(json_extract(CAST(body AS TEXT), '$.to'),
                    json_extract(CAST(body AS TEXT), '$.appAccountToken'))
                WHERE body IS NOT NULL AND json_valid(CAST(body AS TEXT))
            """,
            "CREATE INDEX repeated_answer_customer ON repeated_answer (customer) WHERE customer IS NOT NULL",
            """
            CREATE INDEX repeated_answer_other_customer ON repeated_answer (other_customer)
                WHERE other_customer IS NOT NULL
            """,
            "CREATE INDEX import_row_settled ON import_row (settled_ms)",
        ]
}
