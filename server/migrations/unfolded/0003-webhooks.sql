-- Messages for merchants' endpoints: what was said, to whom, how it went, and what is still to be sent.

CREATE TABLE webhook_endpoints (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  url text NOT NULL,
  description text,
  events text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'disabled', 'auto_disabled')),
  disabled_reason text,
  success text NOT NULL CHECK (success IN ('200', '2xx')),
  max_in_flight smallint NOT NULL CHECK (max_in_flight BETWEEN 1 AND 64),
  rate_per_second double precision CHECK (rate_per_second > 0),
  ordered boolean NOT NULL,
  -- JSON of the extra headers, sealed: they often are passwords.
  headers bytea,
  header_names text[] NOT NULL,
  version integer NOT NULL,
  -- 0 answers well, 1 is new or has failed and is tried one request at a time.
  lane smallint NOT NULL DEFAULT 1 CHECK (lane IN (0, 1)),
  -- Since when nothing succeeded, and how many deliveries were given up since.
  failing_since timestamptz,
  exhausted integer NOT NULL DEFAULT 0,
  -- Since when it has the subscriptions it has.
  subscribed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
) WITH (fillfactor = 70);
SELECT guard_tenant_table('webhook_endpoints');

CREATE TABLE webhook_secrets (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  endpoint_id text NOT NULL,
  id text NOT NULL,
  role text NOT NULL CHECK (role IN ('primary', 'next', 'previous')),
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, endpoint_id, id),
  FOREIGN KEY (merchant_id, livemode, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);
SELECT guard_tenant_table('webhook_secrets');

-- A message, its deliveries and their attempts stand in the partition of one moment: that of the
-- fan-out, which the ids of messages and deliveries begin with. So an id alone finds its row.
CREATE TABLE webhook_messages (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  created_at timestamptz NOT NULL,
  id text NOT NULL,
  event text NOT NULL,
  -- What it is about; empty for nothing.
  entity text NOT NULL,
  sequence integer NOT NULL,
  -- The exact bytes that every attempt sends, sealed.
  body bytea NOT NULL,
  PRIMARY KEY (merchant_id, livemode, created_at, id)
) PARTITION BY RANGE (created_at);
CREATE INDEX webhook_messages_entity ON webhook_messages (merchant_id, livemode, entity, created_at, id);
CREATE TABLE webhook_messages_default PARTITION OF webhook_messages DEFAULT;
SELECT guard_tenant_table('webhook_messages');

-- One fact becomes one message, across partitions.
CREATE TABLE webhook_dedup (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  dedup_key text NOT NULL,
  message_id text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, dedup_key)
);
CREATE INDEX webhook_dedup_expires ON webhook_dedup USING brin (expires_at) WITH (autosummarize = on);
SELECT guard_tenant_table('webhook_dedup');

CREATE TABLE webhook_deliveries (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  created_at timestamptz NOT NULL,
  id text NOT NULL,
  message_id text NOT NULL,
  endpoint_id text NOT NULL,
  event text NOT NULL,
  entity text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'skipped')),
  reason text,
  -- The number of the last attempt.
  attempts integer NOT NULL DEFAULT 0,
  last_status smallint,
  next_attempt_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, created_at, id)
) PARTITION BY RANGE (created_at);
-- No index names a column that changes while a delivery is sent: its updates stay in the page.
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (merchant_id, livemode, endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_entity ON webhook_deliveries (merchant_id, livemode, entity, created_at, id);
CREATE TABLE webhook_deliveries_default PARTITION OF webhook_deliveries DEFAULT;
SELECT guard_tenant_table('webhook_deliveries');

CREATE TABLE webhook_attempts (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  -- When the delivery was created.
  delivery_at timestamptz NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('auto', 'manual', 'recovery', 'test')),
  -- False where the sender's lease had ended: logged, but without effect on the delivery.
  counted boolean NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status smallint,
  error text,
  hint text,
  remote_address text,
  request_headers text NOT NULL,
  response_headers text,
  response_body bytea,
  PRIMARY KEY (merchant_id, livemode, delivery_at, delivery_id, number)
) PARTITION BY RANGE (delivery_at);
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;
SELECT guard_tenant_table('webhook_attempts');

-- Only what is still to be sent; a row goes when its delivery is done.
CREATE TABLE webhook_queue (
  delivery_id text PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY,
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  endpoint_id text NOT NULL,
  message_id text NOT NULL,
  created_at timestamptz NOT NULL,
  -- What it is about, where the endpoint wants such messages one after the other.
  entity_key text,
  lane smallint NOT NULL,
  -- 0 delayed, 1 ready, 2 leased
  state smallint NOT NULL,
  run_at timestamptz NOT NULL,
  trigger text NOT NULL,
  -- Attempts begun.
  attempt integer NOT NULL DEFAULT 0,
  -- Automatic attempts that ended and count.
  tries smallint NOT NULL DEFAULT 0,
  -- Whether every attempt that counts was answered 410.
  gone boolean NOT NULL DEFAULT true,
  lease_id text,
  lease_until timestamptz
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- The only index on ready rows: a second one turned a claim of 3 ms into one of 45 ms.
CREATE INDEX webhook_queue_ready ON webhook_queue (lane, endpoint_id, run_at, position) WHERE state = 1;
CREATE INDEX webhook_queue_delayed ON webhook_queue (run_at) WHERE state = 0;
CREATE INDEX webhook_queue_leased ON webhook_queue (lease_until) WHERE state = 2;
CREATE INDEX webhook_queue_ordered ON webhook_queue (endpoint_id, entity_key, position) WHERE entity_key IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_queue TO cottontree_system;

-- A delivery is written twice: when it is planned and when it is done. In half-filled pages the second
-- time costs no index anything (measured: a fifth of the database's work for sending).
INSERT INTO partitioned_tables VALUES ('webhook_messages', 30, 100), ('webhook_deliveries', 30, 50), ('webhook_attempts', 30, 100);
SELECT keep_partitions((now() AT TIME ZONE 'utc')::date);
