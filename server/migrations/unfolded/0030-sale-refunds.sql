-- What came back of sales, and the money for it. A sale's own row says how much of it is refunded or about to be; what of
-- each line is read from here, of every refund that did not fail.

CREATE TABLE sale_refunds (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  sale_id text NOT NULL,
  -- Unique for ever, with a hash of all that came with it.
  client_id text,
  content_hash bytea,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  currency text NOT NULL,
  -- What goes back; once it is over, what went.
  amount bigint NOT NULL CHECK (amount >= 0),
  amount_failed bigint NOT NULL CHECK (amount_failed >= 0),
  -- What of the amount belongs to no line.
  loose bigint NOT NULL CHECK (loose >= 0),
  tip bigint NOT NULL CHECK (tip >= 0),
  service_charge bigint NOT NULL CHECK (service_charge >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  cash_rounding bigint NOT NULL,
  tax bigint NOT NULL CHECK (tax >= 0),
  -- Of each tax of the sale, in its order, what of it goes back.
  taxes jsonb NOT NULL,
  lines jsonb NOT NULL,
  -- The refunds of payments that it is made of.
  parts jsonb NOT NULL,
  reason text,
  cash_session_id text,
  location_id text NOT NULL,
  terminal_id text,
  staff_id text,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When its money was last asked about, by the wall clock.
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  -- Of a failed one nothing went.
  CHECK (status <> 'failed' OR amount = 0)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX sale_refunds_client_id ON sale_refunds (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX sale_refunds_sale ON sale_refunds (merchant_id, livemode, sale_id, created_at);
CREATE INDEX sale_refunds_list ON sale_refunds (merchant_id, livemode, created_at, id);
CREATE INDEX sale_refunds_session ON sale_refunds (merchant_id, livemode, cash_session_id) WHERE cash_session_id IS NOT NULL;
CREATE INDEX sale_refunds_pending ON sale_refunds (checked_at) WHERE status = 'pending';
SELECT guard_tenant_table('sale_refunds');
