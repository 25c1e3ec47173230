#if PostgreSQL && os(Linux)
    extension PostgreSQLMigrations {
        /// What the database does by itself when a row changes: it forgets kept answers, marks what is to be booked again,
        /// and lists which purchases are of a product. Whoever writes a row cannot fail to do it.
        static let marks: [String] = functions + triggers

        private static let functions: [String] = [
            // What was answered about persons, everybody of whom has a row.
            """
            CREATE FUNCTION forget_answers(persons bigint[]) RETURNS void LANGUAGE sql AS $$
                UPDATE kept_answer SET revision = revision + 1, until_ms = 0, head = NULL, tail = NULL
                    WHERE person = ANY (persons)
            $$
            """,
            // The persons who have a purchase, or to whom something of it was credited.
            """
            CREATE FUNCTION persons_of(place text, chain text) RETURNS bigint[] LANGUAGE sql STABLE AS $$
                SELECT array(
                    SELECT coalesce(n.owner, n.number) FROM customer_chain c JOIN customer_name n ON n.name = c.customer
                        WHERE c.original_transaction_id = chain AND c.environment = place
                    UNION SELECT coalesce(n.owner, n.number) FROM credited p JOIN customer_name n ON n.number = p.customer
                        WHERE p.environment = place AND p.original_transaction_id = chain
                    ORDER BY 1
                )
            $$
            """,
            // The person who is meant by a name, or by the number of one.
            """
            CREATE FUNCTION person_named(customer text) RETURNS bigint LANGUAGE sql STABLE AS $$
                SELECT coalesce(n.owner, n.number) FROM customer_name n WHERE n.name = customer
            $$
            """,
            """
            CREATE FUNCTION person_numbered(customer bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
                SELECT coalesce(n.owner, n.number) FROM customer_name n WHERE n.number = customer
            $$
            """,
            // Figures are kept only where the switch is on.
            """
            CREATE FUNCTION mark_persons(persons bigint[]) RETURNS void LANGUAGE sql AS $$
                INSERT INTO figure_due (scope, name)
                    SELECT DISTINCT '', CAST(person AS text) FROM unnest(persons) AS person
                    WHERE person IS NOT NULL AND EXISTS (SELECT 1 FROM figure_switch)
                    ORDER BY 2
                    ON CONFLICT (scope, name) DO UPDATE SET mark = figure_due.mark + 1
            $$
            """,
            """
            CREATE FUNCTION fact_has_changed(place text, chain text) RETURNS void LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM forget_answers(persons_of(place, chain));
                IF EXISTS (SELECT 1 FROM figure_switch) THEN
                    INSERT INTO figure_due (scope, name) VALUES (place, chain)
                        ON CONFLICT (scope, name) DO UPDATE SET mark = figure_due.mark + 1;
                END IF;
            END
            $$
            """,
            """
            CREATE FUNCTION fact_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE product text;
            BEGIN
                IF TG_OP = 'DELETE' THEN
                    PERFORM fact_has_changed(OLD.environment, OLD.original_transaction_id);
                    RETURN NULL;
                END IF;
                IF TG_OP = 'UPDATE' AND (OLD.environment <> NEW.environment
                    OR OLD.original_transaction_id <> NEW.original_transaction_id) THEN
                    PERFORM fact_has_changed(OLD.environment, OLD.original_transaction_id);
                END IF;
                PERFORM fact_has_changed(NEW.environment, NEW.original_transaction_id);
                IF TG_OP = 'INSERT' AND NEW.kind = 'purchase' THEN
                    -- Nearly all are plain; to catch an error is a transaction inside of this one.
                    product := substring(encode(NEW.content, 'escape') from '"productID":"([^"\\\\]*)"');
                    IF product IS NULL AND position('"productID"' IN encode(NEW.content, 'escape')) > 0 THEN
                        BEGIN
                            product := convert_from(NEW.content, 'UTF8')::jsonb ->> 'productID';
                        EXCEPTION WHEN data_exception THEN
                            product := NULL;
                        END;
                    END IF;
                    IF product IS NOT NULL THEN
                        INSERT INTO chain_product (product_id, original_transaction_id, environment)
                            VALUES (product, NEW.original_transaction_id, NEW.environment) ON CONFLICT DO NOTHING;
                    END IF;
                END IF;
                RETURN NULL;
            END
            $$
            """,
            // Whose the credits of a purchase are depends on who had it first.
            """
            CREATE FUNCTION owner_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE persons bigint[];
            BEGIN
                IF TG_OP <> 'INSERT' THEN
                    persons := array[person_named(OLD.customer)]
                        || persons_of(OLD.environment, OLD.original_transaction_id);
                END IF;
                IF TG_OP <> 'DELETE' THEN
                    persons := coalesce(persons, '{}') || person_named(NEW.customer)
                        || persons_of(NEW.environment, NEW.original_transaction_id);
                END IF;
                PERFORM forget_answers(persons);
                PERFORM mark_persons(persons);
                RETURN NULL;
            END
            $$
            """,
            """
            CREATE FUNCTION name_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            DECLARE persons bigint[];
            BEGIN
                IF TG_OP <> 'INSERT' THEN persons := array[OLD.number, OLD.owner]; END IF;
                IF TG_OP <> 'DELETE' THEN persons := coalesce(persons, '{}') || array[NEW.number, NEW.owner]; END IF;
                INSERT INTO kept_answer (person, revision)
                    SELECT DISTINCT person, 1 FROM unnest(persons) AS person WHERE person IS NOT NULL ORDER BY person
                    ON CONFLICT (person) DO UPDATE SET revision = kept_answer.revision + 1, until_ms = 0, head = NULL,
                        tail = NULL;
                PERFORM mark_persons(persons);
                RETURN NULL;
            END
            $$
            """,
            """
            CREATE FUNCTION upload_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP <> 'INSERT' THEN PERFORM forget_answers(array[person_named(OLD.customer)]); END IF;
                IF TG_OP <> 'DELETE' THEN PERFORM forget_answers(array[person_named(NEW.customer)]); END IF;
                RETURN NULL;
            END
            $$
            """,
            """
            CREATE FUNCTION gift_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP <> 'INSERT' THEN PERFORM forget_answers(array[person_numbered(OLD.customer)]); END IF;
                IF TG_OP <> 'DELETE' THEN PERFORM forget_answers(array[person_numbered(NEW.customer)]); END IF;
                RETURN NULL;
            END
            $$
            """,
            """
            CREATE FUNCTION credit_changed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP <> 'INSERT' THEN
                    PERFORM forget_answers(array[person_numbered(OLD.customer)]
                        || persons_of(OLD.environment, OLD.original_transaction_id));
                END IF;
                IF TG_OP <> 'DELETE' THEN
                    PERFORM forget_answers(array[person_numbered(NEW.customer)]
                        || persons_of(NEW.environment, NEW.original_transaction_id));
                END IF;
                RETURN NULL;
            END
            $$
            """,
            """
            CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION 'what was written about changes of owners is never changed and never removed';
            END
            $$
            """,
        ]

        private struct Mark {
            let table: String
            let events: String
            var condition = ""
            let function: String
        }

        private static let marked: [Mark] = [
            Mark(table: "fact", events: "INSERT OR DELETE", function: "fact_changed"),
            Mark(
                table: "fact",
                events: "UPDATE",
                condition: """
                    WHEN (NEW.last_stated_ms IS DISTINCT FROM OLD.last_stated_ms
                        OR NEW.first_stated_ms IS DISTINCT FROM OLD.first_stated_ms
                        OR NEW.content IS DISTINCT FROM OLD.content
                        OR NEW.environment <> OLD.environment
                        OR NEW.original_transaction_id <> OLD.original_transaction_id)
                    """,
                function: "fact_changed"
            ),
            Mark(table: "customer_chain", events: "INSERT OR DELETE", function: "owner_changed"),
            Mark(
                table: "customer_chain",
                events: "UPDATE",
                condition: """
                    WHEN ((NEW.customer, NEW.environment, NEW.original_transaction_id, NEW.linked_ms)
                        IS DISTINCT FROM (OLD.customer, OLD.environment, OLD.original_transaction_id, OLD.linked_ms))
                    """,
                function: "owner_changed"
            ),
            Mark(table: "customer_name", events: "INSERT OR DELETE", function: "name_changed"),
            Mark(
                table: "customer_name",
                events: "UPDATE",
                condition: """
                    WHEN ((NEW.name, NEW.owner, NEW.since_ms) IS DISTINCT FROM (OLD.name, OLD.owner, OLD.since_ms))
                    """,
                function: "name_changed"
            ),
            Mark(
                table: "upload",
                events: "INSERT OR DELETE OR UPDATE OF customer, status",
                function: "upload_changed"
            ),
            Mark(table: "level_grant", events: "INSERT OR DELETE OR UPDATE", function: "gift_changed"),
            Mark(table: "ledger_entry", events: "INSERT OR DELETE OR UPDATE", function: "gift_changed"),
            Mark(table: "credited", events: "INSERT OR DELETE OR UPDATE", function: "credit_changed"),
        ]

        private static let triggers: [String] =
            marked.enumerated().map { number, mark -> String in
                """
                CREATE TRIGGER \(mark.table)_mark_\(number) AFTER \(mark.events) ON \(mark.table)
                    FOR EACH ROW \(mark.condition) EXECUTE FUNCTION \(mark.function)()
                """
            } + [
                """
                CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW
                    EXECUTE FUNCTION audit_is_kept()
                """
            ]
    }
#endif
