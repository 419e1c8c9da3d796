-- Reminders, late fees and invoices that recur.

CREATE INDEX invoices_reminding ON invoices (next_reminder_at) WHERE status IN ('open', 'partially_paid') AND next_reminder_at IS NOT NULL;
CREATE INDEX invoices_late ON invoices (next_late_fee_at) WHERE status IN ('open', 'partially_paid') AND next_late_fee_at IS NOT NULL;

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
