-- Secrets that change in two phases, deliveries sent again in bulk, and an order of messages that holds whatever the nodes' clocks say.

ALTER TABLE webhook_secrets
  -- When one that is next becomes the primary by itself, and how long the one before it is good after that.
  ADD COLUMN promotes_at timestamptz,
  ADD COLUMN overlap_hours integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT webhook_secrets_promotes CHECK ((role = 'next') = (promotes_at IS NOT NULL));
CREATE INDEX webhook_secrets_promotes ON webhook_secrets (promotes_at) WHERE promotes_at IS NOT NULL;
CREATE INDEX webhook_secrets_expires ON webhook_secrets (expires_at) WHERE expires_at IS NOT NULL;

-- The moment of the last batch of messages. Each batch has a later one, so that messages sorted by time
-- and id stand in the order of their commits: whoever has read up to one misses none.
CREATE TABLE fan_out_clock (
  id boolean PRIMARY KEY CHECK (id),
  at timestamptz NOT NULL
) WITH (fillfactor = 10);
INSERT INTO fan_out_clock SELECT true, coalesce(max(created_at), '2000-01-01Z') FROM webhook_messages;
GRANT SELECT ON fan_out_clock TO cottontree_app;
GRANT SELECT, UPDATE ON fan_out_clock TO cottontree_system;

-- Work on many deliveries, done a batch at a time by whichever node is free. It goes on where it stopped.
CREATE TABLE webhook_jobs (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('recover')),
  endpoint_id text NOT NULL,
  since timestamptz NOT NULL,
  -- Excluded.
  until timestamptz NOT NULL,
  statuses text[] NOT NULL,
  -- Null: every kind.
  events text[],
  state text NOT NULL CHECK (state IN ('running', 'completed', 'cancelled')),
  reason text,
  -- Deliveries that matched when it began.
  matched integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  -- Deliveries up to here are dealt with.
  cursor_at timestamptz NOT NULL,
  cursor_id text NOT NULL,
  created_at timestamptz NOT NULL,
  worked_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK ((state = 'running') = (finished_at IS NULL))
);
CREATE INDEX webhook_jobs_running ON webhook_jobs (worked_at) WHERE state = 'running';
CREATE INDEX webhook_jobs_finished ON webhook_jobs (finished_at) WHERE finished_at IS NOT NULL;
SELECT guard_tenant_table('webhook_jobs');

-- Few at any moment: how many of the sender's slots jobs may fill.
CREATE INDEX webhook_queue_recovery ON webhook_queue (endpoint_id) WHERE trigger = 'recovery';
