-- Folded, from what 0001 to 0060 made: the ground that every capability stands on: roles, idempotency, outbox, nodes,
-- partitions.

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

-- The program's sessions log in as a role that owns nothing, is no superuser and may only become the
-- two roles above, so that no RESET ROLE leads back to the owner. Where the owner may make no roles,
-- its own sessions go on as before.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cottontree_session') THEN
    CREATE ROLE cottontree_session LOGIN NOINHERIT NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
  -- A role of the whole server, which another database's owner may have made: nobody grants it twice.
  IF NOT (pg_has_role('cottontree_session', 'cottontree_app', 'MEMBER') AND pg_has_role('cottontree_session', 'cottontree_system', 'MEMBER')) THEN
    GRANT cottontree_app, cottontree_system TO cottontree_session;
  END IF;
EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
END $$;

-- One row an Idempotency-Key. It commits with the effect: there is no moment with only one of them.
CREATE TABLE idempotency_keys (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  effect text NOT NULL,
  answer bytea,
  created_at timestamptz NOT NULL,
  -- A request that asks somebody outside is remembered before it has an answer. Whoever took it up last is at it, for a
  -- while by the database's clock, which is the same for all nodes. Each taking up, and the answer, raises the lease by one.
  lease integer NOT NULL DEFAULT 0,
  taken_at timestamptz DEFAULT clock_timestamp(),
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
-- Who writes money beside what it changes takes the places of its messages first, so that what came of it is told after it.
GRANT USAGE ON SEQUENCE outbox_id_seq TO cottontree_app, cottontree_system;

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

-- Which tables live in day partitions, for how long, and how full their pages are written.
CREATE TABLE partitioned_tables (
  name text PRIMARY KEY,
  keep_days integer NOT NULL,
  fillfactor integer NOT NULL CHECK (fillfactor BETWEEN 10 AND 100)
);
GRANT SELECT ON partitioned_tables TO cottontree_system;
-- Of roles that the first lines made; the function itself stands in server/sql/functions.
GRANT EXECUTE ON FUNCTION keep_partitions TO cottontree_system;
