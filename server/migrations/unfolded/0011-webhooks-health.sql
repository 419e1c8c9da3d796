-- How endpoints fare: hourly figures, warnings before one is disabled, the senders at work, and faults that a merchant orders for practice.

ALTER TABLE webhook_endpoints
  -- Failed attempts since the last success, and what the last of them said.
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN last_failure text,
  -- The last warning since it fails, in percent of the time until it is disabled.
  ADD COLUMN warned smallint NOT NULL DEFAULT 0,
  -- How many warnings were ever given; numbers them.
  ADD COLUMN warnings integer NOT NULL DEFAULT 0;
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (merchant_id, livemode, failing_since) WHERE failing_since IS NOT NULL;

-- Attempts by how they ended and how long they took, of one endpoint in one hour. What the places of the lists mean stands in health/tally.ts.
CREATE TABLE webhook_health (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  endpoint_id text NOT NULL,
  hour timestamptz NOT NULL,
  outcomes integer[] NOT NULL,
  durations integer[] NOT NULL,
  PRIMARY KEY (merchant_id, livemode, endpoint_id, hour),
  FOREIGN KEY (merchant_id, livemode, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX webhook_health_hour ON webhook_health USING brin (hour) WITH (autosummarize = on);
SELECT guard_tenant_table('webhook_health');

-- The fault a merchant ordered for the next messages to a test endpoint; an endpoint has one at a time.
CREATE TABLE webhook_faults (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL CHECK (NOT livemode),
  endpoint_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('slow', 'duplicate', 'reorder', 'fail')),
  count integer NOT NULL CHECK (count > 0),
  remaining integer NOT NULL CHECK (remaining > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, endpoint_id),
  FOREIGN KEY (merchant_id, livemode, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);
SELECT guard_tenant_table('webhook_faults');

ALTER TABLE webhook_queue ADD COLUMN drill text;
ALTER TABLE webhook_attempts ADD COLUMN drill text;
-- Only what waits for its next try, which is little and lies long.
CREATE INDEX webhook_queue_put_off ON webhook_queue (endpoint_id, created_at) WHERE state = 0;

-- The nodes that send, among whom an endpoint's limits are divided.
CREATE UNLOGGED TABLE webhook_senders (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_senders TO cottontree_system;
