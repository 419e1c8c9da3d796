-- Folded, from what 0001 to 0060 made: messages to people: recipients, drivers and merchants; and forgetting them
-- again.

-- One row a message, whatever became of it; the queue is what of it is still to be sent.
CREATE TABLE notices (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  created_at timestamptz NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  audience text NOT NULL CHECK (audience IN ('recipient', 'driver', 'merchant')),
  channel text NOT NULL CHECK (channel IN ('log', 'sms', 'whatsapp', 'email')),
  -- The job number; empty for what is about no job.
  entity text NOT NULL,
  -- The phone, sealed, and a fingerprint to find it by; null for the merchant's own address, and once forgotten.
  address bytea,
  address_mac bytea,
  locale text NOT NULL CHECK (locale IN ('en', 'kri')),
  -- What the text is filled with; a handoff code among it stays sealed.
  facts jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'failed', 'skipped')),
  reason text,
  attempts smallint NOT NULL DEFAULT 0,
  -- When it is tried next; while it is being sent, when another node may.
  run_at timestamptz NOT NULL,
  provider_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, created_at, id)
) PARTITION BY RANGE (created_at);
CREATE INDEX notices_due ON notices (run_at) WHERE status = 'queued';
CREATE INDEX notices_entity ON notices (merchant_id, livemode, entity, created_at, id);
-- None by address: forgetting somebody is rare and reads one merchant's month, while every message would pay for it.
CREATE TABLE notices_default PARTITION OF notices DEFAULT;
SELECT guard_tenant_table('notices');
INSERT INTO partitioned_tables VALUES ('notices', 30, 70);

-- Only of merchants who want it other than usual.
CREATE TABLE notice_settings (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  kinds text[] NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'kri')),
  sender_name text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('notice_settings');

-- What was used of a limit within a period, and what was told once.
CREATE TABLE notice_counters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  subject text NOT NULL,
  period timestamptz NOT NULL,
  used bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode, subject, period)
);
CREATE INDEX notice_counters_age ON notice_counters (period);
SELECT guard_tenant_table('notice_counters');

-- Who was forgotten, when and by whom; the phone only as a fingerprint.
CREATE TABLE recipient_erasures (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  phone_mac bytea NOT NULL,
  key_id text NOT NULL,
  deliveries integer NOT NULL,
  addresses integer NOT NULL,
  notices integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
);
SELECT guard_tenant_table('recipient_erasures');

-- Phones that answered STOP, to whichever merchant: it must be known in plain to be kept.
CREATE TABLE notice_opt_outs (
  phone text PRIMARY KEY,
  opted_out_at timestamptz NOT NULL
);

-- Texts that came in, by the gateway's own id, so that one sent twice is answered alike and done once.
CREATE TABLE inbound_texts (
  id text PRIMARY KEY,
  received_at timestamptz NOT NULL,
  -- The answer, sealed; null while it is being worked on.
  answer bytea
);
CREATE INDEX inbound_texts_age ON inbound_texts (received_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON notice_opt_outs, inbound_texts TO cottontree_system;

SELECT keep_partitions((now() AT TIME ZONE 'utc')::date);
