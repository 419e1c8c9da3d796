-- Folded, from what 0001 to 0060 made: merchants, their keys, test clocks and the request log.

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
  -- The key at the beginning of its rotations; null: itself. What is shown once is shown again to nobody else.
  family text,
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
-- A secret key that was seen in a web page is told of without reading the whole log.
CREATE INDEX request_log_exposed ON request_log (at) WHERE code = 'SECRET_KEY_IN_BROWSER';
INSERT INTO partitioned_tables VALUES ('request_log', 7, 100);
