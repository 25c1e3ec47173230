extension SQLiteMigrations {
    /// Answers are forgotten as before, in less time: an upload may bring tens of thousands of rows, and each of them asked
    /// whose answer it makes another one.
    ///
    /// Everybody has a row of kept answers from the beginning, so that it only has to be changed. A purchase that is new is
    /// nobody's when its facts come: that is found out before anything is put together. Whoever keeps a purchase once more
    /// changes nothing that an answer says.
    static let quickForgetting =
        ["fact_insert", "fact_update", "customer_chain_insert", "customer_chain_update"].map {
            "DROP TRIGGER \($0)_kept_answer"
        } + [
            """
            INSERT INTO kept_answer (person, revision) SELECT number, 1 FROM customer_name WHERE TRUE
                ON CONFLICT (person) DO NOTHING
            """,
            """
            CREATE TRIGGER fact_insert_kept_answer AFTER INSERT ON fact
                WHEN EXISTS (SELECT 1 FROM customer_chain c
                        WHERE c.original_transaction_id = NEW.original_transaction_id)
                    OR EXISTS (SELECT 1 FROM credited p WHERE p.environment = NEW.environment
                        AND p.original_transaction_id = NEW.original_transaction_id)
                BEGIN \(forget("IN (\(holders("NEW")) UNION ALL \(creditors("NEW")))")) END
            """,
            """
            CREATE TRIGGER fact_update_kept_answer AFTER UPDATE OF content, last_stated_ms ON fact
                WHEN NEW.last_stated_ms IS NOT OLD.last_stated_ms OR NEW.content IS NOT OLD.content
                BEGIN \(forget("IN (\(holders("NEW")) UNION ALL \(creditors("NEW")))")) END
            """,
            // Nothing moves a fact to another purchase; if anything ever does, both are changed.
            """
            CREATE TRIGGER fact_move_kept_answer AFTER UPDATE OF environment, original_transaction_id ON fact
                BEGIN
                \(forget("IN (\(holders("OLD")) UNION ALL \(creditors("OLD")))"))
                \(forget("IN (\(holders("NEW")) UNION ALL \(creditors("NEW")))"))
                END
            """,
            """
            CREATE TRIGGER customer_chain_insert_kept_answer AFTER INSERT ON customer_chain
                BEGIN \(forget("= (\(holder("NEW")))")) END
            """,
            // Whose the credits of a purchase are depends on who had it first.
            """
            CREATE TRIGGER customer_chain_insert_shared_kept_answer AFTER INSERT ON customer_chain
                WHEN EXISTS (\(others("NEW")))
                BEGIN \(forget("IN (\(others("NEW")))")) END
            """,
            """
            CREATE TRIGGER customer_chain_update_kept_answer
                AFTER UPDATE OF customer, environment, original_transaction_id, linked_ms ON customer_chain
                BEGIN
                \(forget("IN (\(holder("OLD")) UNION ALL \(holders("OLD")))"))
                \(forget("IN (\(holder("NEW")) UNION ALL \(holders("NEW")))"))
                END
            """,
        ]

    /// The person who is meant by the name in a row.
    private static func holder(_ row: String) -> String {
        "SELECT coalesce(n.owner, n.number) FROM customer_name n WHERE n.name = \(row).customer"
    }

    /// The persons who have the purchase of a row.
    private static func holders(_ row: String) -> String {
        """
        SELECT coalesce(n.owner, n.number) FROM customer_chain c CROSS JOIN customer_name n ON n.name = c.customer
            WHERE c.original_transaction_id = \(row).original_transaction_id AND c.environment = \(row).environment
        """
    }

    /// Those of them whom the row does not name.
    private static func others(_ row: String) -> String { "\(holders(row)) AND c.customer <> \(row).customer" }

    /// The persons to whom something of the purchase of a row was credited.
    private static func creditors(_ row: String) -> String {
        """
        SELECT coalesce(n.owner, n.number) FROM credited p CROSS JOIN customer_name n ON n.number = p.customer
            WHERE p.environment = \(row).environment AND p.original_transaction_id = \(row).original_transaction_id
        """
    }

    private static func forget(_ persons: String) -> String {
        """
        UPDATE kept_answer SET revision = revision + 1, until_ms = 0, head = NULL, tail = NULL
            WHERE person \(persons);
        """
    }
}
