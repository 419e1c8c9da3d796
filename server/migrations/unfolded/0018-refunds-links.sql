-- Money on its way back and out, links and settings under which it comes in, and what providers say they booked.

-- What refunds under way have taken hold of; with what went back it never exceeds what was paid.
ALTER TABLE payments ADD COLUMN amount_refunding bigint NOT NULL DEFAULT 0 CHECK (amount_refunding >= 0),
  ADD CONSTRAINT payments_refunds_within CHECK (amount_refunded + amount_refunding <= amount);

CREATE TABLE refunds (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  -- Minor units.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  reason text,
  metadata jsonb NOT NULL,
  provider_ref text,
  failure jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  succeeded_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, payment_id) REFERENCES payments (merchant_id, livemode, id),
  CHECK ((status = 'succeeded') = (succeeded_at IS NOT NULL))
);
CREATE INDEX refunds_list ON refunds (merchant_id, livemode, created_at, id);
CREATE INDEX refunds_payment ON refunds (merchant_id, livemode, payment_id, created_at);
SELECT guard_tenant_table('refunds');

-- When the provider is asked next about money it sends back or out: one row while it is open. By the wall clock.
CREATE TABLE money_out_polls (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  -- A refund's or a payout's.
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'payout')),
  due_at timestamptz NOT NULL,
  polls integer NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
) WITH (fillfactor = 60);
CREATE INDEX money_out_polls_due ON money_out_polls (kind, due_at);
SELECT guard_tenant_table('money_out_polls');

CREATE TABLE payment_links (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  slug text NOT NULL,
  -- Switched off and on by the merchant; over or used up is told by what stands below.
  active boolean NOT NULL,
  type text NOT NULL CHECK (type IN ('fixed', 'open')),
  -- Minor units.
  amount bigint CHECK (amount > 0),
  min_amount bigint CHECK (min_amount > 0),
  max_amount bigint CHECK (max_amount >= min_amount),
  suggested_amounts bigint[] NOT NULL,
  currency text NOT NULL,
  title text NOT NULL,
  description text,
  image_url text,
  -- Null: whatever the merchant's providers serve.
  channels text[],
  max_uses integer CHECK (max_uses > 0),
  expires_at timestamptz,
  -- What the payer is asked for, as checked by the contract.
  collect jsonb NOT NULL,
  custom_fields jsonb NOT NULL,
  redirect_url text,
  success_message text,
  inactive_message text,
  metadata jsonb NOT NULL,
  uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  -- Payments under way, each of which holds a use.
  in_flight integer NOT NULL DEFAULT 0 CHECK (in_flight >= 0),
  total_collected bigint NOT NULL DEFAULT 0 CHECK (total_collected >= 0),
  -- Its end was told.
  expiry_told boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (CASE type WHEN 'fixed' THEN amount IS NOT NULL ELSE amount IS NULL END),
  CONSTRAINT payment_links_not_overused CHECK (max_uses IS NULL OR uses + in_flight <= max_uses)
) WITH (fillfactor = 60);
CREATE UNIQUE INDEX payment_links_slug ON payment_links (slug);
CREATE INDEX payment_links_list ON payment_links (merchant_id, livemode, created_at, id);
CREATE INDEX payment_links_expiring ON payment_links (expires_at) WHERE expires_at IS NOT NULL AND NOT expiry_told;
SELECT guard_tenant_table('payment_links');

-- One use of a link: held by a payment under way, then taken or given back. A payment has one, so that repeated news changes nothing.
CREATE TABLE payment_link_uses (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  payment_id text NOT NULL,
  link_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'used', 'returned', 'refused')),
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, payment_id),
  FOREIGN KEY (merchant_id, livemode, link_id) REFERENCES payment_links (merchant_id, livemode, id)
) WITH (fillfactor = 80);
CREATE INDEX payment_link_uses_link ON payment_link_uses (merchant_id, livemode, link_id);
SELECT guard_tenant_table('payment_link_uses');

ALTER TABLE payment_settings ADD COLUMN require_signed_amounts boolean NOT NULL DEFAULT false,
  ADD COLUMN qr_kind text NOT NULL DEFAULT 'url' CHECK (qr_kind IN ('url', 'emv', 'ussd')),
  -- What the EMVCo payload says of the merchant, as checked by the contract.
  ADD COLUMN emv jsonb;

CREATE TABLE payouts (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'paid', 'failed')),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  -- With whom the money lay.
  provider text NOT NULL,
  account_id text,
  -- Nobody there pays out by itself: an operator does.
  by_hand boolean NOT NULL,
  provider_ref text,
  destination jsonb NOT NULL,
  description text,
  -- What the bank calls it.
  reference text,
  failure jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  paid_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE UNIQUE INDEX payouts_id ON payouts (id);
CREATE INDEX payouts_list ON payouts (merchant_id, livemode, created_at, id);
CREATE INDEX payouts_pending ON payouts (created_at, id) WHERE status = 'pending';
SELECT guard_tenant_table('payouts');

-- Payouts of one merchant are decided one after another: the row that they lock.
CREATE TABLE payout_gates (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('payout_gates');

CREATE TABLE reconciliations (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  provider text NOT NULL,
  source text NOT NULL CHECK (source IN ('json', 'csv', 'provider')),
  -- The span of time whose payments are looked for.
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  matched integer NOT NULL,
  missing_here integer NOT NULL,
  missing_there integer NOT NULL,
  amount_mismatch integer NOT NULL,
  duplicate integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (until >= since)
);
CREATE INDEX reconciliations_list ON reconciliations (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('reconciliations');

CREATE TABLE reconciliation_items (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  reconciliation_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('matched', 'missing_here', 'missing_there', 'amount_mismatch', 'duplicate')),
  -- Theirs; null where they have none.
  provider_ref text,
  provider_amount bigint,
  provider_currency text,
  provider_at timestamptz,
  -- Ours; null where we have none.
  payment_id text,
  amount bigint,
  currency text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, reconciliation_id) REFERENCES reconciliations (merchant_id, livemode, id)
);
CREATE INDEX reconciliation_items_list ON reconciliation_items (merchant_id, livemode, reconciliation_id, created_at, id);
CREATE INDEX reconciliation_items_all ON reconciliation_items (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('reconciliation_items');
