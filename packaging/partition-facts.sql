-- Splits the facts of a PostgreSQL that purchase servers share into partitions, by the purchase that they are about: all facts
-- of a purchase, and with them what is asked about a customer, lie in one of them.
--
--     psql --set ON_ERROR_STOP=1 --single-transaction --file packaging/partition-facts.sql postgres://account@host/name
--
-- All of it happens or nothing. Servers may run: those who write or ask wait until it is done, which takes about as long as to
-- write all facts and their indexes once. There are 64 partitions, or as many as PGOPTIONS="-c purser.partitions=256" says;
-- their number cannot be changed by this afterwards. PostgreSQL 14 or later; "How it scales" says what it is good for.
DO $$
DECLARE
    parts CONSTANT integer := coalesce(nullif(current_setting('purser.partitions', true), ''), '64')::integer;
    marks text[];
    mark text;
BEGIN
    -- As every change takes it that concerns everybody.
    PERFORM pg_advisory_xact_lock(8103500000000001);
    LOCK TABLE fact IN ACCESS EXCLUSIVE MODE;
    IF (SELECT relkind FROM pg_class WHERE oid = 'fact'::regclass) = 'p' THEN
        RAISE EXCEPTION 'the facts are in partitions already';
    END IF;
    SELECT array_agg(pg_get_triggerdef(oid)) INTO marks FROM pg_trigger
        WHERE tgrelid = 'fact'::regclass AND NOT tgisinternal;

    ALTER TABLE fact RENAME TO fact_whole;
    CREATE SEQUENCE fact_number AS bigint;
    CREATE TABLE fact (
        id BIGINT NOT NULL DEFAULT nextval('fact_number'),
        kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('purchase', 'renewal')),
        environment TEXT COLLATE "C" NOT NULL,
        original_transaction_id TEXT COLLATE "C" NOT NULL,
        transaction_id TEXT COLLATE "C" NOT NULL,
        digest BYTEA NOT NULL,
        content BYTEA NOT NULL,
        first_stated_ms BIGINT NOT NULL,
        last_stated_ms BIGINT NOT NULL
    ) PARTITION BY HASH (original_transaction_id);
    ALTER SEQUENCE fact_number OWNED BY fact.id;
    FOR part IN 0..parts - 1 LOOP
        EXECUTE format(
            'CREATE TABLE fact_%s PARTITION OF fact FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
            lpad(part::text, 3, '0'), parts, part
        );
    END LOOP;

    INSERT INTO fact (id, kind, environment, original_transaction_id, transaction_id, digest, content, first_stated_ms,
            last_stated_ms)
        SELECT id, kind, environment, original_transaction_id, transaction_id, digest, content, first_stated_ms,
            last_stated_ms
        FROM fact_whole;
    PERFORM setval('fact_number', coalesce((SELECT max(id) FROM fact_whole), 0) + 1, false);
    DROP TABLE fact_whole;

    -- Indexes of rows that are there are built faster than they grow row by row.
    ALTER TABLE fact ADD PRIMARY KEY (id, original_transaction_id);
    ALTER TABLE fact ADD UNIQUE (environment, original_transaction_id, transaction_id, kind, digest);
    CREATE INDEX fact_transaction ON fact (transaction_id);
    FOREACH mark IN ARRAY coalesce(marks, '{}') LOOP
        EXECUTE mark;
    END LOOP;
END
$$;
ANALYZE fact;
