-- What an overview counts of a shop with very much open at once is answered by indexes alone, and the first of it is the first of its index.

-- Under way, by when the next step is due; what the due time is made of is beside it, so that counting reads no row.
CREATE INDEX deliveries_under_way ON deliveries (merchant_id, livemode, (CASE WHEN status IN ('pending', 'assigned') THEN estimated_pickup_at ELSE estimated_delivery_at END), job_number)
  INCLUDE (status, estimated_pickup_at, estimated_delivery_at) WHERE status IN ('pending', 'assigned', 'picked_up', 'in_transit');
CREATE INDEX deliveries_failed ON deliveries (merchant_id, livemode, failed_at, job_number) WHERE status = 'failed';
CREATE INDEX deliveries_contested ON deliveries (merchant_id, livemode, delivered_at, job_number) INCLUDE (cod_amount) WHERE cod_status = 'disputed';
DROP INDEX deliveries_disputed;

CREATE INDEX invoices_owed ON invoices (merchant_id, livemode, currency, overdue_at, id)
  INCLUDE (total, late_fee_total, amount_credited, amount_paid, amount_refunded) WHERE status IN ('open', 'partially_paid');

CREATE INDEX payments_unended ON payments (merchant_id, livemode, currency, created_at, id) INCLUDE (amount) WHERE status = 'requires_action';
DROP INDEX payments_waiting;
CREATE INDEX refunds_failed ON refunds (merchant_id, livemode, currency, created_at, id) INCLUDE (amount) WHERE status = 'failed';
