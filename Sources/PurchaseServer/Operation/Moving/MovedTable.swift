/// Which tables of a database are copied into another one, and which follow from them.
enum MovedTable {
    /// In the order in which they are copied: what others point to comes first. Facts come before whose they are, so that the
    /// database need not look at each of them whose answers it changes.
    static let names = [
        "api_key", "statement_key", "customer_name", "customer_token", "customer_attribute", "customer_visit",
        "customer_offering", "latest_receipt", "chain", "fact", "customer_chain", "credited", "signed_original",
        "signed_header", "notification", "notification_chain", "upload", "level_grant", "ledger_entry", "told_balance",
        "offering", "offering_revision", "audit", "console_audit", "purchase_standing", "purchase_event",
        "webhook_endpoint", "webhook_secret", "webhook_delivery", "webhook_attempt", "refund_request", "import_row",
        "import_leftover", "notification_gap", "history_walk", "history_revision", "reconciliation", "stored_settings",
        "repeated_answer",
    ]

    /// What is not copied, and why. A table that is in neither list is a mistake, which a test finds.
    static let leftOut: [String: String] = [
        "kept_answer": "is worked out again",
        "chain_product": "a shared database lists it by itself",
        "figure_segment": "is booked anew", "figure_row": "is booked anew", "figure_booked": "is booked anew",
        "figure_due": "is booked anew", "figure_rules": "is booked anew",
        "health": "says nothing about anybody",
    ]

    /// Those that have a row, or rows without a key, in a new database or after a copy that ended half way: they are emptied
    /// before they are copied.
    static let emptied: Set<String> = ["offering_revision", "webhook_secret"]

    /// Those that have a row in a new database, so what is there says nothing of whether anybody has used it.
    static let begun: Set<String> = ["offering_revision"]

    /// Those in which the database numbers rows, and the column; the next number must be above all that were ever given.
    static let numbered = [
        "customer_name": "number", "latest_receipt": "id", "fact": "id", "upload": "id", "ledger_entry": "number",
        "audit": "number", "console_audit": "number", "purchase_event": "number", "webhook_delivery": "identifier",
        "webhook_attempt": "identifier",
    ]
}
