extension SQLiteMigrations {
    /// The rows of figures; what each subject added to them when it was booked last, and which subjects are to be booked
    /// again. A subject is a chain, by App Store and identifier, or a person, by an empty scope and the number.
    static let figures = [
        """
        CREATE TABLE figure_segment (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            product TEXT NOT NULL,
            storefront TEXT NOT NULL,
            environment TEXT NOT NULL,
            currency TEXT NOT NULL,
            UNIQUE (app, product, storefront, environment, currency)
        )
        """,
        """
        CREATE TABLE figure_row (
            measure TEXT NOT NULL,
            day INTEGER NOT NULL,
            segment INTEGER NOT NULL REFERENCES figure_segment (id),
            cohort INTEGER NOT NULL,
            step INTEGER NOT NULL,
            count INTEGER NOT NULL,
            units INTEGER NOT NULL,
            nanos INTEGER NOT NULL,
            PRIMARY KEY (measure, day, segment, cohort, step)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE figure_booked (
            scope TEXT NOT NULL,
            name TEXT NOT NULL,
            last_sale INTEGER NOT NULL,
            entries BLOB NOT NULL,
            PRIMARY KEY (scope, name)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX figure_booked_sale ON figure_booked (last_sale)",
        """
        CREATE TABLE figure_due (
            scope TEXT NOT NULL,
            name TEXT NOT NULL,
            mark INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (scope, name)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE figure_rules (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            fingerprint TEXT NOT NULL,
            rates TEXT NOT NULL
        )
        """,
    ]
}
