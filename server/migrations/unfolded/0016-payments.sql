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
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (amount_refunded <= amount),
  CHECK ((status = 'succeeded') = (succeeded_at IS NOT NULL)),
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL))
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
