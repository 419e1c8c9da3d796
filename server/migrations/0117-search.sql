-- What a search looks names and people up by. The columns hold what is looked for as it is compared, for an index over a
-- function of a column cannot be used behind the wall between merchants.

ALTER TABLE customers
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (lower(left(name, 60))) STORED,
  ADD COLUMN last_name_key text COLLATE "C" GENERATED ALWAYS AS (lower(substring(left(name, 60) from '[^ ]+$'))) STORED,
  ADD COLUMN email_key text GENERATED ALWAYS AS (lower(email)) STORED;
CREATE INDEX customers_name ON customers (merchant_id, livemode, name_key) WHERE deleted_at IS NULL AND name_key IS NOT NULL;
CREATE INDEX customers_last_name ON customers (merchant_id, livemode, last_name_key) WHERE deleted_at IS NULL AND last_name_key IS NOT NULL;
CREATE INDEX customers_email ON customers (merchant_id, livemode, email_key) WHERE deleted_at IS NULL AND email_key IS NOT NULL;

-- Names without case and accents, as `search` begins with them.
ALTER TABLE products ADD COLUMN search_key text COLLATE "C" GENERATED ALWAYS AS (left(split_part(search, E'\n', 1), 60)) STORED;
CREATE INDEX products_search ON products (merchant_id, livemode, search_key) WHERE deleted_at IS NULL;

CREATE INDEX sales_customer_phone ON sales (merchant_id, livemode, customer_phone, created_at) WHERE customer_phone IS NOT NULL;
CREATE INDEX ticket_orders_buyer_phone ON ticket_orders (merchant_id, livemode, buyer_phone, created_at) WHERE buyer_phone IS NOT NULL;
CREATE INDEX ticket_orders_buyer_email ON ticket_orders (merchant_id, livemode, buyer_email, created_at) WHERE buyer_email IS NOT NULL;
