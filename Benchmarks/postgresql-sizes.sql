-- How much room the tables of purchase servers take in a PostgreSQL: "How it scales" has the answers.
--
--     createdb sizes && purser server migrate --database postgres:///sizes && psql --file Benchmarks/postgresql-sizes.sql sizes
--
-- Customers are made up, each with a subscription that renewed 12 times. It wants the rights of a superuser, to leave out what
-- the database does by itself when a row comes.
SET session_replication_role = replica;
\set n 100000
INSERT INTO customer_name (name, since_ms, is_known) SELECT gen_random_uuid()::text, 1700000000000, true FROM generate_series(1,:n);
INSERT INTO chain (environment, original_transaction_id, next_check_ms, renews, scheduled_ms, account_token, account_token_purchase_ms, account_token_stated_ms)
 SELECT 'Production', (2000000000000000 + i*97)::text, 1760000000000+i, true, 1700000000000, gen_random_uuid()::text, 1700000000000,1700000000000 FROM generate_series(1,:n) i;
INSERT INTO customer_chain SELECT name,'Production',(2000000000000000 + number*97)::text,1700000000000,1700000000000,false FROM customer_name;
INSERT INTO chain_product SELECT 'com.example.app.monthly', original_transaction_id, environment FROM chain;
-- 13 purchases and 13 renewal infos each, in the order of time, not of the customer
INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content, first_stated_ms,last_stated_ms)
 SELECT 'purchase','Production',(2000000000000000 + i*97)::text,(2000000000000000 + (p::bigint*:n+i)*97)::text, sha256((p||'/'||i)::bytea),
 ('{"appAccountToken":"'||gen_random_uuid()||'","bundleID":"com.example.app","currency":"USD","environment":"Production","expiresDate":1700000000000,"inAppOwnershipType":"PURCHASED","originalPurchaseDate":1700000000000,"originalTransactionID":"'||(2000000000000000 + i*97)||'","price":9990,"productID":"com.example.app.monthly","productType":"Auto-Renewable Subscription","purchaseDate":1700000000000,"quantity":1,"storefront":"USA","subscriptionGroupIdentifier":"21000000","transactionID":"'||(2000000000000000 + (p::bigint*:n+i)*97)||'","transactionReason":"RENEWAL","webOrderLineItemID":"'||(3000000000000000 + (p::bigint*:n+i)*97)||'"}')::bytea,
 1700000000000+p,1700000000000+p FROM generate_series(1,13) p, generate_series(1,:n) i;
INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content, first_stated_ms,last_stated_ms)
 SELECT 'renewal','Production',(2000000000000000 + i*97)::text,(2000000000000000 + i*97)::text, sha256((p||'r/'||i)::bytea),
 ('{"autoRenewProductID":"com.example.app.monthly","autoRenewStatus":1,"bundleID":"com.example.app","currency":"USD","environment":"Production","originalTransactionID":"'||(2000000000000000 + i*97)||'","productID":"com.example.app.monthly","recentSubscriptionStartDate":1700000000000,"renewalDate":1700000000000,"renewalPrice":9990}')::bytea,
 1700000000000+p,1700000000000+p FROM generate_series(1,13) p, generate_series(1,:n) i;
INSERT INTO purchase_standing SELECT environment, original_transaction_id, decode(repeat('7b',250),'hex'), 1760000000000 FROM chain;
INSERT INTO kept_answer SELECT number,1,repeat('a',64),1700000000000,1760000000000,decode(repeat('7b',60),'hex'),decode(repeat('7b',1500),'hex'),repeat('b',44) FROM customer_name;
\set k 20000
INSERT INTO notification SELECT gen_random_uuid()::text,'DID_RENEW',1700000000000,1700000000000, (SELECT string_agg(encode(sha256((i*1000+j)::text::bytea),'base64'),'') FROM generate_series(1,35) j)::bytea FROM generate_series(1,:k) i;
INSERT INTO notification_chain SELECT 'Production',(2000000000000000 + (row_number() over())*97)::text, identifier FROM notification;
INSERT INTO purchase_event (identifier,type,customer,created_ms,body) SELECT 'evt_'||md5(i::text),'renewed',gen_random_uuid()::text,1700000000000, convert_to(repeat('{"type":"renewed","customer":"x"}',28),'UTF8') FROM generate_series(1,:n) i;
VACUUM ANALYZE;
SELECT c.relname, s.n_live_tup AS rows, pg_relation_size(c.oid)+coalesce(pg_total_relation_size(c.reltoastrelid),0) AS heap, pg_indexes_size(c.oid) AS idx, round((pg_total_relation_size(c.oid))::numeric/s.n_live_tup) AS per_row, round((pg_indexes_size(c.oid))::numeric/s.n_live_tup) AS idx_row
 FROM pg_class c JOIN pg_stat_user_tables s ON s.relid=c.oid WHERE s.n_live_tup>0 ORDER BY 1;
SELECT indexrelname, round(pg_relation_size(indexrelid)::numeric/ (SELECT n_live_tup FROM pg_stat_user_tables t WHERE t.relid=i.relid)) per_row FROM pg_stat_user_indexes i WHERE relname='fact';
SELECT avg(length(body)) FROM notification; SELECT kind, avg(length(content)) FROM fact group by 1;
