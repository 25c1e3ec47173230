/// Which tables of the database an export has, and which it leaves out and why.
enum ExportedTable {
    /// In the order in which they are read back: what others point to comes first.
    static let names = [
        "customer_name", "latest_receipt", "chain", "customer_chain", "fact", "notification", "notification_chain",
        "upload", "credited", "level_grant", "ledger_entry", "offering", "offering_revision", "audit",
        "purchase_standing", "told_balance", "purchase_event", "customer_attribute", "customer_visit",
        "customer_offering", "import_row", "import_leftover", "signed_original",
        "console_audit",
    ]

    /// Counts the changes of offerings; has one row from the beginning.
    static let counter = "offering_revision"

    /// What is not in an export, and why. A table that is in neither list is a mistake, which a test finds.
    static let leftOut: [String: String] = [
        "api_key": "digests of keys",
        "repeated_answer": "belong to keys",
        "webhook_endpoint": "hold what receivers want to see",
        "webhook_secret": "secrets",
        "webhook_delivery": "belong to webhooks",
        "webhook_attempt": "belong to webhooks",
        "kept_answer": "follows from the rest",
        "signed_header": "stands in the bodies of notifications, which are whole in an export",
        "statement_key": "secrets",
        "customer_token": "digests of tokens",
        "history_walk": "where this server stands in the App Store's lists",
        "history_revision": "where this server stands in the App Store's lists",
        "notification_gap": "what this server has not heard",
        "reconciliation": "where this server stands in comparing",
        "refund_request": "are answered within hours, by the server that was asked",
        "figure_segment": "follows from the rest",
        "figure_row": "follows from the rest",
        "figure_booked": "follows from the rest",
        "figure_due": "follows from the rest",
        "figure_rules": "settings of this server",
        "chain_product": "follows from the rest",
        "stored_settings": "settings of this server, with secrets",
        "health": "says nothing about anybody",
    ]

    /// Tables of SQLite and of the migrations.
    static func isInternal(_ name: String) -> Bool { name.hasPrefix("sqlite_") || name == "grdb_migrations" }
}
