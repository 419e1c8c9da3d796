-- A recipient may pay by mobile money what the courier would collect in cash. Rows that are there keep what was asked of
-- them before, which is less, so none is looked at.
ALTER TABLE payments DROP CONSTRAINT payments_subject_kind_check;
ALTER TABLE payments ADD CONSTRAINT payments_subject_kind_check
  CHECK (subject_kind IN ('ticket_order', 'payment_link', 'invoice', 'sale', 'delivery')) NOT VALID;

-- A payment that came for a delivery and what became of it, so that repeated and late news changes nothing.
CREATE TABLE delivery_payments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  payment_id text NOT NULL,
  job_number text NOT NULL,
  -- kept: it settled the cash. to_return, returned: it had, and the delivery came to nothing or its cash was taken all the
  -- same. refused: there was nothing to settle when it came, so it went back at once.
  state text NOT NULL CHECK (state IN ('kept', 'to_return', 'returned', 'refused')),
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When it is tried to give back, by the wall clock; later after each failure.
  due_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  PRIMARY KEY (merchant_id, livemode, payment_id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX delivery_payments_kept ON delivery_payments (merchant_id, livemode, job_number) WHERE state = 'kept';
CREATE INDEX delivery_payments_job ON delivery_payments (merchant_id, livemode, job_number);
CREATE INDEX delivery_payments_due ON delivery_payments (due_at) WHERE state = 'to_return';
SELECT guard_tenant_table('delivery_payments');
