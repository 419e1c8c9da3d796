-- What about things that a till did without network a person should look at: told to the till when it hands them in, and kept for whoever manages the shop.

CREATE TABLE drawer_flags (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  session_id text NOT NULL,
  client_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('opening', 'movement', 'refund', 'closing')),
  flags text[] NOT NULL CHECK (flags <> '{}'),
  -- What changed hands, never below 0; null of a closing, which was counted.
  amount_minor bigint CHECK (amount_minor >= 0),
  staff_id text,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, session_id, client_id),
  FOREIGN KEY (merchant_id, livemode, session_id) REFERENCES cash_sessions (merchant_id, livemode, id)
);
CREATE INDEX drawer_flags_newest ON drawer_flags (merchant_id, livemode, recorded_at);
SELECT guard_tenant_table('drawer_flags');
