-- The ground that every capability stands on: roles, tenants, keys, idempotency, outbox.

-- Roles belong to the whole server, not to one database, and several may be migrated at once.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['cottontree_app', 'cottontree_system'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', wanted);
      END IF;
      IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
        EXECUTE format('GRANT %I TO %I', wanted, current_user);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$;

-- The second wall between merchants. The app role sees only the merchants named for the very
-- transaction; the system role sees all. The setting is read once a statement, not once a row.
CREATE FUNCTION guard_tenant_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO cottontree_app USING (merchant_id = ANY ((SELECT current_setting(''cottontree.tenants'', true)::text[])::text[]))', target);
  EXECUTE format('CREATE POLICY system ON %s TO cottontree_system USING (true)', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO cottontree_app, cottontree_system', target);
END $$;

-- Ends a statement whose parts do not belong together, so that none of them stays.
CREATE FUNCTION refuse_when(refused boolean, reason text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF refused THEN RAISE EXCEPTION '%', reason USING ERRCODE = 'CT001'; END IF;
  RETURN true;
END $$;

CREATE TABLE merchants (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  country text NOT NULL,
  store_name text NOT NULL,
  time_zone text NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  reads_per_second integer NOT NULL CHECK (reads_per_second > 0),
  writes_per_second integer NOT NULL CHECK (writes_per_second > 0),
  created_at timestamptz NOT NULL
);
ALTER TABLE merchants ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchants TO cottontree_app USING (id = ANY ((SELECT current_setting('cottontree.tenants', true)::text[])::text[]));
CREATE POLICY system ON merchants TO cottontree_system USING (true);
GRANT SELECT ON merchants TO cottontree_app;
GRANT SELECT, INSERT, UPDATE ON merchants TO cottontree_system;

CREATE TABLE api_keys (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('secret', 'public')),
  hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  origins text[] NOT NULL,
  ip_ranges text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id)
);
SELECT guard_tenant_table('api_keys');

-- Business time of test data: while a merchant's clock stands here, it stands still.
CREATE TABLE test_clocks (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL CHECK (NOT livemode),
  id text NOT NULL,
  frozen_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('test_clocks');

-- One row an Idempotency-Key. It commits with the effect: there is no moment with only one of them.
CREATE TABLE idempotency_keys (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  effect text NOT NULL,
  answer bytea,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
SELECT guard_tenant_table('idempotency_keys');

-- Facts on their way to becoming messages. Rows live for milliseconds.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  kind text NOT NULL,
  entity text NOT NULL,
  sequence integer NOT NULL,
  facts jsonb NOT NULL,
  created_at timestamptz NOT NULL
) WITH (fillfactor = 100, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
SELECT guard_tenant_table('outbox');

-- Failed guesses of something secret, exact because the row that would be one too many cannot be written.
CREATE TABLE guess_failures (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  subject text NOT NULL,
  hour timestamptz NOT NULL,
  failures integer NOT NULL,
  failures_max integer NOT NULL,
  PRIMARY KEY (merchant_id, livemode, subject, hour),
  CONSTRAINT guess_failures_exhausted CHECK (failures <= failures_max)
);
SELECT guard_tenant_table('guess_failures');

-- The nodes at work on this database and what each has admitted, exchanged once a second.
CREATE UNLOGGED TABLE nodes (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE UNLOGGED TABLE rate_usage (
  node_id text NOT NULL,
  bucket text NOT NULL,
  used bigint NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, node_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON nodes, rate_usage TO cottontree_system;

-- What was asked and how it was answered: writes and errors one by one, reads counted by the minute.
CREATE TABLE request_log (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  at timestamptz NOT NULL,
  id text NOT NULL,
  operation text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  code text,
  duration_ms double precision NOT NULL,
  key_id text NOT NULL,
  requests integer NOT NULL,
  PRIMARY KEY (merchant_id, livemode, at, id)
) PARTITION BY RANGE (at);
CREATE TABLE request_log_default PARTITION OF request_log DEFAULT;
SELECT guard_tenant_table('request_log');

-- Which tables live in day partitions, for how long, and how full their pages are written.
CREATE TABLE partitioned_tables (
  name text PRIMARY KEY,
  keep_days integer NOT NULL,
  fillfactor integer NOT NULL CHECK (fillfactor BETWEEN 10 AND 100)
);
INSERT INTO partitioned_tables VALUES ('request_log', 7, 100);
GRANT SELECT ON partitioned_tables TO cottontree_system;

-- Makes the day partitions from yesterday to two days ahead and drops those past their time.
-- A default partition takes what falls outside, so that no write ever fails for want of a day.
CREATE FUNCTION keep_partitions(today date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  parent record;
  child record;
  first_day date;
  changed integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('cottontree.keep_partitions'));
  FOR parent IN SELECT * FROM partitioned_tables LOOP
    FOR first_day IN SELECT generate_series(today - 1, today + 2, interval '1 day')::date LOOP
      IF to_regclass(format('%s_%s', parent.name, to_char(first_day, 'YYYYMMDD'))) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = %s)',
            parent.name || '_' || to_char(first_day, 'YYYYMMDD'), parent.name, first_day::text || ' 00:00:00+00', (first_day + 1)::text || ' 00:00:00+00', parent.fillfactor);
          changed := changed + 1;
        EXCEPTION WHEN check_violation THEN
          NULL; -- the default partition already holds rows of that day; they stay there
        END;
      END IF;
    END LOOP;
    FOR child IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(parent.name) AND c.relname ~ '_\d{8}$'
        AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - parent.keep_days
    LOOP
      EXECUTE format('DROP TABLE %I', child.relname);
      changed := changed + 1;
    END LOOP;
  END LOOP;
  RETURN changed;
END $$;
REVOKE ALL ON FUNCTION keep_partitions(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_partitions(date) TO cottontree_system;
