-- Folded, from what 0001 to 0060 made: invoices, their numbers and payments, credit notes, reminders, and invoices
-- that recur.

-- Invoices, their numbers, lines and payments; credit notes.

-- Who sends invoices, how they are numbered, and what a new one has unless it says otherwise.
CREATE TABLE invoice_settings (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  version integer NOT NULL,
  -- {name, address, email, phone, tax_id, logo_file}
  company jsonb NOT NULL,
  -- With {YYYY}, {YY}, {MM} and one run of zeros in braces.
  number_pattern text NOT NULL,
  credit_number_pattern text NOT NULL,
  -- Numbers begin at 1 again with each year of the merchant's calendar.
  yearly_reset boolean NOT NULL,
  default_due_days integer NOT NULL CHECK (default_due_days BETWEEN 0 AND 365),
  -- Ten-thousandths of a percent.
  default_tax_rate bigint,
  default_tax_name text NOT NULL,
  tax_inclusive boolean NOT NULL,
  notes text,
  terms text,
  footer text,
  payment_instructions text,
  allow_partial_payment boolean NOT NULL,
  accepted_channels text[],
  reminders jsonb NOT NULL,
  late_fee jsonb,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode)
);
SELECT guard_tenant_table('invoice_settings');

-- The next number of a series; it moves only in the statement that gives the number away.
CREATE TABLE number_counters (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  series text NOT NULL,
  -- The year, or nothing where numbers never begin again.
  period text NOT NULL,
  next bigint NOT NULL CHECK (next > 0),
  PRIMARY KEY (merchant_id, livemode, series, period)
) WITH (fillfactor = 50);
SELECT guard_tenant_table('number_counters');

CREATE TABLE invoices (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  -- Rises with every change.
  version integer NOT NULL,
  -- The last message's number.
  sequence integer NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'open', 'partially_paid', 'paid', 'void', 'uncollectible')),
  number text,
  -- The place in its series; null where the number was given by hand and fills no place of it.
  number_period text,
  number_place bigint,
  currency text NOT NULL,
  customer_id text,
  -- {name, email, phone, address, tax_id}
  customer jsonb NOT NULL,
  -- As the settings were when the draft was last written, at the latest at its finalisation.
  company jsonb NOT NULL,
  -- Lines with their figures, minor units; written whole.
  items jsonb NOT NULL,
  discount jsonb,
  taxes jsonb NOT NULL,
  -- Minor units.
  subtotal bigint NOT NULL CHECK (subtotal >= 0),
  discount_total bigint NOT NULL CHECK (discount_total >= 0),
  tax_total bigint NOT NULL CHECK (tax_total >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  late_fee_total bigint NOT NULL DEFAULT 0 CHECK (late_fee_total >= 0),
  amount_paid bigint NOT NULL DEFAULT 0 CHECK (amount_paid >= 0),
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded >= 0),
  amount_credited bigint NOT NULL DEFAULT 0 CHECK (amount_credited >= 0),
  -- The tax in what was credited.
  tax_credited bigint NOT NULL DEFAULT 0 CHECK (tax_credited >= 0),
  -- What of the tax stands in the ledger as owed, because its money has come.
  tax_posted bigint NOT NULL DEFAULT 0 CHECK (tax_posted >= 0),
  -- Kept payments, as answers show them; invoice_payments holds each apart.
  payments jsonb NOT NULL DEFAULT '[]',
  credit_note_ids text[] NOT NULL DEFAULT '{}',
  -- Days of the merchant's calendar, YYYY-MM-DD.
  issue_date text NOT NULL,
  -- Said by the merchant, so that finalisation does not move it.
  issue_date_given boolean NOT NULL,
  due_date text NOT NULL,
  -- Null where the merchant said the date.
  due_days integer,
  -- When the day of due_date is over for the merchant.
  overdue_at timestamptz NOT NULL,
  notes text,
  terms text,
  footer text,
  payment_instructions text,
  po_number text,
  deposit jsonb,
  allow_partial_payment boolean NOT NULL,
  min_partial_amount bigint CHECK (min_partial_amount > 0),
  accepted_channels text[],
  reminders jsonb NOT NULL,
  next_reminder_at timestamptz,
  late_fee jsonb,
  -- What was added for being late, each once: {period, amount, at}.
  late_fees jsonb NOT NULL DEFAULT '[]',
  next_late_fee_at timestamptz,
  metadata jsonb NOT NULL,
  recurring_invoice_id text,
  -- The unguessable part of its page's address.
  page_token text NOT NULL,
  -- That it became overdue was told.
  overdue_told boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  finalized_at timestamptz,
  sent_at timestamptz,
  viewed_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  uncollectible_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK ((status = 'draft') = (number IS NULL)),
  CHECK ((status = 'draft') = (finalized_at IS NULL)),
  CHECK ((number_place IS NULL) = (number_period IS NULL)),
  CHECK (amount_refunded <= amount_paid),
  -- What came, less what went back, and what is credited never exceed what was asked for.
  CONSTRAINT invoices_never_overpaid CHECK (amount_paid - amount_refunded + amount_credited <= total + late_fee_total),
  CHECK (amount_credited <= total AND tax_credited <= tax_total AND tax_posted <= tax_total),
  CHECK (status <> 'void' OR amount_paid = amount_refunded)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX invoices_number ON invoices (merchant_id, livemode, number) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX invoices_place ON invoices (merchant_id, livemode, number_period, number_place) WHERE number_place IS NOT NULL;
CREATE UNIQUE INDEX invoices_page_token ON invoices (page_token);
CREATE INDEX invoices_list ON invoices (merchant_id, livemode, created_at, id);
CREATE INDEX invoices_status ON invoices (merchant_id, livemode, status, created_at, id);
CREATE INDEX invoices_customer ON invoices (merchant_id, livemode, customer_id, created_at) WHERE customer_id IS NOT NULL;
CREATE INDEX invoices_overdue ON invoices (overdue_at) WHERE status IN ('open', 'partially_paid') AND NOT overdue_told;
SELECT guard_tenant_table('invoices');
CREATE INDEX invoices_reminding ON invoices (next_reminder_at) WHERE status IN ('open', 'partially_paid') AND next_reminder_at IS NOT NULL;
CREATE INDEX invoices_late ON invoices (next_late_fee_at) WHERE status IN ('open', 'partially_paid') AND next_late_fee_at IS NOT NULL;
CREATE INDEX invoices_due_date ON invoices (merchant_id, livemode, due_date, id);

-- A payment for an invoice and what became of it, so that repeated and late news changes nothing.
CREATE TABLE invoice_payments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  payment_id text NOT NULL,
  invoice_id text NOT NULL,
  -- returned: nothing was left to pay when it came, so all of it goes back.
  state text NOT NULL CHECK (state IN ('pending', 'kept', 'returned', 'failed', 'cancelled', 'expired')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- What of it the invoice took; the rest goes back.
  kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0 AND kept <= amount),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When a payment for an invoice was noted, by the database's clock: one that was never written after that is noted no longer.
  begun_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, livemode, payment_id),
  FOREIGN KEY (merchant_id, livemode, invoice_id) REFERENCES invoices (merchant_id, livemode, id),
  CHECK ((state = 'kept') = (kept > 0))
) WITH (fillfactor = 80);
CREATE INDEX invoice_payments_invoice ON invoice_payments (merchant_id, livemode, invoice_id, created_at);
SELECT guard_tenant_table('invoice_payments');
CREATE INDEX invoice_payments_pending ON invoice_payments (begun_at) WHERE state = 'pending';

CREATE TABLE credit_notes (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  number text NOT NULL,
  number_period text NOT NULL,
  number_place bigint NOT NULL,
  invoice_id text NOT NULL,
  invoice_number text NOT NULL,
  currency text NOT NULL,
  -- Minor units.
  amount bigint NOT NULL CHECK (amount > 0),
  tax_total bigint NOT NULL CHECK (tax_total >= 0 AND tax_total <= amount),
  reason text,
  items jsonb NOT NULL,
  amount_refunded bigint NOT NULL CHECK (amount_refunded >= 0 AND amount_refunded <= amount),
  -- What goes back of which payment, by which refund.
  refunds jsonb NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- Rises with every change.
  version integer NOT NULL DEFAULT 1,
  -- The last message's number.
  sequence integer NOT NULL DEFAULT 1,
  -- none: nothing goes back. kept: what could not be sent back stays with the merchant as the customer's credit.
  refund_status text NOT NULL DEFAULT 'pending' CHECK (refund_status IN ('none', 'pending', 'returned', 'failed', 'kept')),
  -- What of amount_refunded has arrived.
  amount_returned bigint NOT NULL DEFAULT 0 CHECK (amount_returned >= 0),
  -- When its refunds were looked at last, by the wall clock.
  checked_at timestamptz NOT NULL DEFAULT '-infinity',
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, invoice_id) REFERENCES invoices (merchant_id, livemode, id),
  CHECK (amount_returned <= amount_refunded AND (refund_status <> 'returned' OR amount_returned = amount_refunded))
);
CREATE UNIQUE INDEX credit_notes_number ON credit_notes (merchant_id, livemode, number);
CREATE UNIQUE INDEX credit_notes_place ON credit_notes (merchant_id, livemode, number_period, number_place);
CREATE INDEX credit_notes_list ON credit_notes (merchant_id, livemode, created_at, id);
CREATE INDEX credit_notes_invoice ON credit_notes (merchant_id, livemode, invoice_id, created_at);
SELECT guard_tenant_table('credit_notes');
CREATE INDEX credit_notes_following ON credit_notes (checked_at) WHERE refund_status = 'pending' AND amount_refunded > 0;

-- Reminders, late fees and invoices that recur.

-- Messages to a customer that wait to be made: whoever makes them takes them away, so that no address is left behind.
CREATE TABLE invoice_letters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  invoice_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice_sent', 'invoice_reminder', 'invoice_overdue')),
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp')),
  -- A mail address or E.164.
  address text NOT NULL,
  -- In the merchant's words; null: in ours.
  subject text,
  message text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, invoice_id) REFERENCES invoices (merchant_id, livemode, id)
);
CREATE INDEX invoice_letters_invoice ON invoice_letters (merchant_id, livemode, invoice_id);
SELECT guard_tenant_table('invoice_letters');

-- What is billed again and again.
CREATE TABLE recurring_invoices (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'ended')),
  name text,
  -- The body of createInvoice that each of its invoices is made of.
  template jsonb NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly', 'yearly')),
  -- Every so many days, weeks, months or years.
  step integer NOT NULL CHECK (step BETWEEN 1 AND 366),
  -- Days of the merchant's calendar, YYYY-MM-DD.
  start_date text NOT NULL,
  end_date text,
  day_of_month integer CHECK (day_of_month BETWEEN 1 AND 31),
  -- How many invoices it makes at the most.
  count_max integer CHECK (count_max > 0),
  auto_finalize boolean NOT NULL,
  send_channels text[] NOT NULL,
  -- The place of the next period, from 0, and its day; no day: there is none any more.
  next_period integer NOT NULL,
  next_date text,
  -- When that day begins for the merchant.
  next_at timestamptz,
  made integer NOT NULL DEFAULT 0,
  -- Periods that were let go because they lay too far back.
  skipped integer NOT NULL DEFAULT 0,
  -- {code, message, at}: why the last period's invoice could not be made; tried again.
  failure jsonb,
  -- By the wall clock: not tried again before.
  retry_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK ((next_date IS NULL) = (next_at IS NULL))
);
CREATE INDEX recurring_invoices_list ON recurring_invoices (merchant_id, livemode, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX recurring_invoices_due ON recurring_invoices (next_at) WHERE status = 'active' AND next_at IS NOT NULL AND deleted_at IS NULL;
SELECT guard_tenant_table('recurring_invoices');

-- The one invoice of each period: what makes it happen once, whoever makes it and however often it is tried.
CREATE TABLE recurring_invoice_periods (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  recurring_invoice_id text NOT NULL,
  period integer NOT NULL,
  day text NOT NULL,
  -- Null: let go, because it lay too far back.
  invoice_id text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, recurring_invoice_id, period),
  FOREIGN KEY (merchant_id, livemode, recurring_invoice_id) REFERENCES recurring_invoices (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX recurring_invoice_periods_invoice ON recurring_invoice_periods (merchant_id, livemode, invoice_id) WHERE invoice_id IS NOT NULL;
SELECT guard_tenant_table('recurring_invoice_periods');
