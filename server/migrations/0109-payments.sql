-- Folded, from what 0001 to 0060 made: money asked for, on its way back and out, links, accounts with providers and
-- what those say they booked.

-- Money asked for: payments, what was said with providers about them, how they ended.

CREATE TABLE payments (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- Rises with every change.
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  status text NOT NULL CHECK (status IN ('created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled', 'expired')),
  -- Minor units.
  amount bigint NOT NULL CHECK (amount > 0),
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded >= 0),
  fee bigint CHECK (fee >= 0),
  currency text NOT NULL,
  amount_source text NOT NULL CHECK (amount_source IN ('server', 'client', 'signed')),
  channel text NOT NULL,
  provider text NOT NULL,
  -- With which of the merchant's accounts there; null for what is built in.
  account_id text,
  provider_ref text,
  -- The payer has still to choose how, on our page.
  payer_chooses boolean NOT NULL,
  -- E.164: whose wallet is asked.
  phone text,
  test_card text,
  description text,
  reference text,
  customer_name text,
  customer_phone text,
  customer_email text,
  subject_kind text CHECK (subject_kind IN ('ticket_order', 'payment_link', 'invoice', 'sale')),
  subject_id text,
  order_ref text,
  return_url text,
  cancel_url text,
  page_token text NOT NULL,
  -- Sealed.
  client_secret bytea NOT NULL,
  next_action jsonb,
  failure jsonb,
  review jsonb,
  late boolean NOT NULL DEFAULT false,
  verified boolean NOT NULL,
  metadata jsonb NOT NULL,
  -- Business time, as the three after it.
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  succeeded_at timestamptz,
  -- What refunds under way have taken hold of; with what went back it never exceeds what was paid.
  amount_refunding bigint NOT NULL DEFAULT 0 CHECK (amount_refunding >= 0),
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (amount_refunded <= amount),
  CHECK ((status = 'succeeded') = (succeeded_at IS NOT NULL)),
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT payments_refunds_within CHECK (amount_refunded + amount_refunding <= amount)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX payments_id ON payments (id);
CREATE UNIQUE INDEX payments_page_token ON payments (page_token);
CREATE INDEX payments_list ON payments (merchant_id, livemode, created_at, id);
CREATE INDEX payments_subject ON payments (merchant_id, livemode, subject_id, created_at) WHERE subject_id IS NOT NULL;
CREATE INDEX payments_reference ON payments (merchant_id, livemode, reference) WHERE reference IS NOT NULL;
-- A provider's payment is one of ours; what people type in may be the same twice.
CREATE UNIQUE INDEX payments_provider_ref ON payments (merchant_id, livemode, provider, (coalesce(account_id, '')), provider_ref) WHERE provider_ref IS NOT NULL AND provider NOT IN ('cash', 'manual');
CREATE INDEX payments_expiring ON payments (expires_at) WHERE status IN ('created', 'requires_action', 'processing');
SELECT guard_tenant_table('payments');

-- When the provider is asked next: one row while anything may still come. By the wall clock.
CREATE TABLE payment_polls (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  payment_id text NOT NULL,
  due_at timestamptz NOT NULL,
  polls integer NOT NULL,
  -- Since its time was over.
  late_polls integer NOT NULL,
  -- Until then one node speaks with the provider about it.
  leased_until timestamptz,
  PRIMARY KEY (merchant_id, livemode, payment_id),
  FOREIGN KEY (merchant_id, livemode, payment_id) REFERENCES payments (merchant_id, livemode, id)
) WITH (fillfactor = 60);
CREATE INDEX payment_polls_due ON payment_polls (due_at);
SELECT guard_tenant_table('payment_polls');

-- What was said with a provider, without secrets.
CREATE TABLE payment_attempts (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  payment_id text NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('create', 'fetch', 'cancel')),
  state text NOT NULL,
  -- At most 2,000 characters.
  raw text NOT NULL,
  duration_ms integer NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, payment_id, id),
  FOREIGN KEY (merchant_id, livemode, payment_id) REFERENCES payments (merchant_id, livemode, id)
);
CREATE INDEX payment_attempts_age ON payment_attempts (at);
SELECT guard_tenant_table('payment_attempts');

-- How a payment ended, for the room that owns what it is for, or for the merchant's policy on late money.
CREATE TABLE payment_ends (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  payment_id text NOT NULL,
  -- The payment's version by then.
  version integer NOT NULL,
  -- Null for late money that was for nothing we know of.
  subject_kind text,
  subject_id text,
  status text NOT NULL CHECK (status IN ('succeeded', 'failed', 'cancelled', 'expired')),
  late boolean NOT NULL,
  at timestamptz NOT NULL,
  -- What the owner said of it; null until it is told.
  verdict text CHECK (verdict IN ('kept', 'refund')),
  -- Money for nothing is on its way back.
  settled boolean NOT NULL,
  tries integer NOT NULL,
  -- By the wall clock.
  due_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, payment_id, version),
  FOREIGN KEY (merchant_id, livemode, payment_id) REFERENCES payments (merchant_id, livemode, id)
);
CREATE INDEX payment_ends_due ON payment_ends (due_at) WHERE NOT settled;
SELECT guard_tenant_table('payment_ends');

-- Callbacks seen, so that a repeated one costs the provider no question.
CREATE TABLE payment_callbacks (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  provider text NOT NULL,
  ref text NOT NULL,
  state text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, provider, ref, state)
);
CREATE INDEX payment_callbacks_age ON payment_callbacks (seen_at);
SELECT guard_tenant_table('payment_callbacks');

CREATE TABLE payment_settings (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  -- What becomes of money that comes after a payment has ended otherwise and nobody else decides.
  late_policy text NOT NULL CHECK (late_policy IN ('accept', 'refund', 'review')),
  updated_at timestamptz NOT NULL,
  require_signed_amounts boolean NOT NULL DEFAULT false,
  qr_kind text NOT NULL DEFAULT 'url' CHECK (qr_kind IN ('url', 'emv', 'ussd')),
  -- What the EMVCo payload says of the merchant, as checked by the contract.
  emv jsonb,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('payment_settings');

-- What the built-in test provider remembers: it stands for a provider of the world outside.
CREATE TABLE test_provider_payments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL CHECK (NOT livemode),
  ref text NOT NULL,
  -- Ours; a repeated request finds the first payment.
  attempt_id text NOT NULL,
  payment_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  scenario text NOT NULL,
  state text NOT NULL,
  -- What it says was paid.
  reported_amount bigint NOT NULL,
  failure_code text,
  -- Business time: from then on it is in another state.
  turns_at timestamptz,
  turns_to text,
  -- How often it says 500 before it answers.
  faults_left integer NOT NULL,
  -- Callbacks still to be sent, once it has turned.
  callbacks_left integer NOT NULL,
  refund_fails boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, ref)
);
CREATE UNIQUE INDEX test_provider_payments_attempt ON test_provider_payments (merchant_id, livemode, attempt_id);
CREATE INDEX test_provider_payments_turning ON test_provider_payments (turns_at) WHERE turns_at IS NOT NULL OR callbacks_left > 0;
SELECT guard_tenant_table('test_provider_payments');

-- Money on its way back and out, links and settings under which it comes in, and what providers say they booked.

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
  total_collected numeric NOT NULL DEFAULT 0 CHECK (total_collected >= 0),
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

CREATE TABLE provider_accounts (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- Rises with every change.
  version integer NOT NULL,
  provider text NOT NULL CHECK (provider IN ('monime', 'orange_money', 'mtn_momo', 'stripe', 'generic_http')),
  name text,
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  -- For what it is used; each of them one that the provider serves.
  channels text[] NOT NULL,
  -- The lowest is tried first.
  priority integer NOT NULL CHECK (priority BETWEEN 0 AND 1000),
  -- An object of texts, sealed.
  credentials bytea NOT NULL,
  -- The last four characters of each, by name, for people to tell them apart.
  credential_hints jsonb NOT NULL,
  settings jsonb NOT NULL,
  -- Where payouts from the account go.
  payout_destination jsonb,
  -- In the address that the provider calls.
  callback_token text NOT NULL,
  checked_at timestamptz,
  healthy boolean,
  health_message text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Payments under way are still followed with it, for a while; nobody sees it any more.
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK ((checked_at IS NULL) = (healthy IS NULL))
);
CREATE UNIQUE INDEX provider_accounts_callback ON provider_accounts (provider, callback_token);
CREATE INDEX provider_accounts_deleted ON provider_accounts (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT guard_tenant_table('provider_accounts');
