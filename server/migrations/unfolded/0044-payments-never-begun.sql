-- When a payment for an invoice was noted, by the database's clock: one that was never written after that is noted no longer.
ALTER TABLE invoice_payments ADD COLUMN begun_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX invoice_payments_pending ON invoice_payments (begun_at) WHERE state = 'pending';
