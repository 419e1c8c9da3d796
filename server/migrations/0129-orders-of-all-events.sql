-- The orders of all events, newest first.

CREATE INDEX ticket_orders_all ON ticket_orders (merchant_id, livemode, created_at, id);
