-- Photos and signatures, kept in the database so that backups and restores hold them too; and what couriers' phones have sent after being offline.

CREATE TABLE files (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- What it belongs to: a job number.
  subject text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('photo', 'signature')),
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL,
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- While something is open that needs it as evidence, it stays beyond its time.
  held boolean NOT NULL DEFAULT false,
  PRIMARY KEY (merchant_id, livemode, id)
);
-- Pictures are compressed already; PostgreSQL need not try again.
ALTER TABLE files ALTER COLUMN bytes SET STORAGE EXTERNAL;
-- Whoever opens a link knows nothing but its token.
CREATE UNIQUE INDEX files_token ON files (token);
CREATE INDEX files_subject ON files (merchant_id, livemode, subject);
CREATE INDEX files_expiry ON files (expires_at) WHERE NOT held;
SELECT guard_tenant_table('files');

-- One row an event that a phone recorded offline, committed with what it did: sent again, it does nothing.
CREATE TABLE driver_events (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  driver_id text NOT NULL REFERENCES drivers (id),
  client_id text NOT NULL,
  job_number text NOT NULL,
  kind text NOT NULL,
  -- Keyed, because an event may hold a handoff code.
  fingerprint bytea NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- A refusal that counted, told again to the same event; null for what was done.
  refusal jsonb,
  PRIMARY KEY (merchant_id, livemode, driver_id, client_id)
);
CREATE INDEX driver_events_age ON driver_events (recorded_at);
SELECT guard_tenant_table('driver_events');

-- Up to when the service knows all that a courier did.
CREATE TABLE driver_syncs (
  driver_id text PRIMARY KEY REFERENCES drivers (id),
  synced_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON driver_syncs TO cottontree_system;

CREATE INDEX deliveries_of_driver ON deliveries (driver_id, assigned_at) WHERE driver_id IS NOT NULL;
