-- Tickets in the hands of people.

-- Under which link an order's tickets are shown to whoever bought them: 128 random bits in 22 characters. The sale
-- makes it; the default is for orders from before. Only orders that have tickets are found by it.
ALTER TABLE ticket_orders ADD COLUMN link_token text NOT NULL DEFAULT translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');
CREATE UNIQUE INDEX ticket_orders_link ON ticket_orders (link_token) WHERE status IN ('paid', 'partially_refunded', 'refunded');

-- Under which link a ticket that was handed on is shown to its new holder; null: under its order's.
ALTER TABLE tickets ADD COLUMN link_token text;
CREATE UNIQUE INDEX tickets_link ON tickets (link_token) WHERE link_token IS NOT NULL;
