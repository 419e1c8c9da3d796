-- What an overview of a business looks up, each by an index of its own.

-- Money by the day on which it came; what went back of it is in the index, so that no row is read.
CREATE INDEX payments_succeeded ON payments (merchant_id, livemode, succeeded_at) INCLUDE (amount, amount_refunded, currency, subject_kind) WHERE succeeded_at IS NOT NULL;
-- Few at any moment.
CREATE INDEX payments_waiting ON payments (merchant_id, livemode, created_at) WHERE status = 'requires_action';
CREATE INDEX payments_to_review ON payments (merchant_id, livemode, created_at) WHERE review IS NOT NULL;

-- What arrived, and the cash that was collected for it.
CREATE INDEX deliveries_delivered ON deliveries (merchant_id, livemode, delivered_at) INCLUDE (cod_amount, currency) WHERE delivered_at IS NOT NULL;
CREATE INDEX deliveries_disputed ON deliveries (merchant_id, livemode, delivered_at) WHERE cod_status = 'disputed';
