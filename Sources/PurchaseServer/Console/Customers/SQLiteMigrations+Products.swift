extension SQLiteMigrations {
    /// Which purchases are of a product, so that its buyers are found without a walk over all facts.
    ///
    /// The database kept it by itself until this took longer than to store the facts; see ``ChainProducts``.
    static let products = [
        """
        CREATE TABLE chain_product (
            product_id TEXT NOT NULL,
            original_transaction_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            PRIMARY KEY (product_id, original_transaction_id, environment)
        ) WITHOUT ROWID
        """,
        """
        INSERT INTO chain_product
            SELECT DISTINCT product_id, original_transaction_id, environment FROM (
                SELECT json_extract(CAST(content AS TEXT), '$.productID') AS product_id, original_transaction_id, environment
                FROM fact WHERE kind = 'purchase' AND json_valid(CAST(content AS TEXT)))
            WHERE product_id IS NOT NULL
        """,
        """
        CREATE TRIGGER fact_insert_product AFTER INSERT ON fact
            WHEN NEW.kind = 'purchase' AND json_valid(CAST(NEW.content AS TEXT))
        BEGIN
            INSERT OR IGNORE INTO chain_product (product_id, original_transaction_id, environment)
                SELECT product_id, NEW.original_transaction_id, NEW.environment
                FROM (SELECT json_extract(CAST(NEW.content AS TEXT), '$.productID') AS product_id)
                WHERE product_id IS NOT NULL;
        END
        """,
        // Whoever looks at a customer asks what the App Store wants to hear about a refund.
        "CREATE INDEX refund_request_purchase ON refund_request (original_transaction_id)",
    ]
}
