-- Zones, rate cards and drivers belong to the platform; addresses and deliveries to merchants.

CREATE TABLE zones (
  id text PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  aliases text[] NOT NULL,
  kind text NOT NULL CHECK (kind IN ('area', 'town', 'city', 'district', 'country')),
  city text NOT NULL,
  district text NOT NULL,
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  radius_km double precision NOT NULL,
  geometry jsonb,
  service_levels text[] NOT NULL,
  hours jsonb NOT NULL,
  base_fee bigint NOT NULL,
  currency text NOT NULL,
  cod_available boolean NOT NULL,
  max_weight_kg double precision NOT NULL,
  estimated_minutes integer NOT NULL,
  confidence text,
  active boolean NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE rate_cards (
  version integer PRIMARY KEY,
  card jsonb NOT NULL,
  published_at timestamptz NOT NULL
);

CREATE TABLE drivers (
  id text PRIMARY KEY,
  name text NOT NULL,
  phone text NOT NULL UNIQUE,
  vehicle_type text NOT NULL,
  plate text NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz NOT NULL
);
GRANT SELECT ON zones, rate_cards, drivers TO cottontree_app;
GRANT SELECT, INSERT, UPDATE ON zones, rate_cards, drivers TO cottontree_system;

CREATE TABLE addresses (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  label text,
  address text NOT NULL,
  city text NOT NULL,
  landmark text,
  lat double precision,
  lng double precision,
  plus_code text,
  contact_name text,
  contact_phone text,
  instructions text,
  type text NOT NULL CHECK (type IN ('pickup', 'delivery', 'both')),
  is_default boolean NOT NULL,
  zone_id text NOT NULL REFERENCES zones (id),
  location_quality text NOT NULL,
  match_key text NOT NULL,
  delivery_count integer NOT NULL DEFAULT 0,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX addresses_match ON addresses (merchant_id, livemode, match_key);
CREATE INDEX addresses_list ON addresses (merchant_id, livemode, created_at, id);
CREATE UNIQUE INDEX addresses_default_pickup ON addresses (merchant_id, livemode) WHERE is_default AND type IN ('pickup', 'both');
SELECT guard_tenant_table('addresses');

-- A column for all that a query names; `details` holds what is only shown back.
CREATE TABLE deliveries (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  job_number text NOT NULL,
  order_number text NOT NULL,
  order_guarded boolean NOT NULL,
  transaction_id text NOT NULL,
  store_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'completed', 'cancelled', 'failed')),
  version integer NOT NULL,
  currency text NOT NULL,
  shipping_fee bigint NOT NULL CHECK (shipping_fee >= 0),
  cod_amount bigint NOT NULL CHECK (cod_amount >= 0),
  cod_status text NOT NULL CHECK (cod_status IN ('none', 'to_collect', 'collected', 'deposited', 'settled', 'disputed')),
  quote_nonce text,
  delivery_city text NOT NULL,
  recipient_phone text,
  driver_id text REFERENCES drivers (id),
  tracking_token text NOT NULL,
  pickup_code bytea NOT NULL,
  pickup_code_mac bytea NOT NULL,
  pickup_attempts smallint NOT NULL DEFAULT 0 CHECK (pickup_attempts <= 5),
  pickup_verified_at timestamptz,
  delivery_code bytea NOT NULL,
  delivery_code_mac bytea NOT NULL,
  delivery_attempts smallint NOT NULL DEFAULT 0 CHECK (delivery_attempts <= 5),
  delivery_verified_at timestamptz,
  details jsonb NOT NULL,
  timeline jsonb NOT NULL,
  cancellation jsonb,
  failure jsonb,
  simulation jsonb,
  estimated_pickup_at timestamptz,
  estimated_delivery_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  assigned_at timestamptz,
  picked_up_at timestamptz,
  in_transit_at timestamptz,
  delivered_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  failed_at timestamptz,
  due_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, job_number)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX deliveries_job_number ON deliveries (job_number);
CREATE UNIQUE INDEX deliveries_quote ON deliveries (merchant_id, livemode, quote_nonce) WHERE quote_nonce IS NOT NULL;
CREATE UNIQUE INDEX deliveries_active_order ON deliveries (merchant_id, livemode, order_number)
  WHERE order_guarded AND status IN ('pending', 'assigned', 'picked_up', 'in_transit');
CREATE INDEX deliveries_list ON deliveries (merchant_id, livemode, created_at, job_number);
CREATE INDEX deliveries_status ON deliveries (merchant_id, livemode, status, created_at, job_number);
CREATE INDEX deliveries_updated ON deliveries (merchant_id, livemode, updated_at);
CREATE INDEX deliveries_order ON deliveries (merchant_id, livemode, order_number);
CREATE INDEX deliveries_transaction ON deliveries (merchant_id, livemode, transaction_id);
CREATE INDEX deliveries_recipient ON deliveries (merchant_id, livemode, recipient_phone, created_at) WHERE recipient_phone IS NOT NULL;
CREATE INDEX deliveries_city ON deliveries (merchant_id, livemode, delivery_city, created_at);
-- What falls due by itself, and what only a merchant's test clock makes due.
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL AND (livemode OR simulation IS NOT NULL);
CREATE INDEX deliveries_due_on_clock ON deliveries (merchant_id, livemode, due_at) WHERE due_at IS NOT NULL AND NOT livemode;
CREATE INDEX deliveries_driver ON deliveries (driver_id) WHERE status IN ('assigned', 'picked_up', 'in_transit');
SELECT guard_tenant_table('deliveries');

-- How many deliveries stand in each status, kept in the transactions that change it and spread
-- over slots, so that one merchant's writers do not queue for one row.
CREATE TABLE delivery_counters (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  status text NOT NULL,
  slot smallint NOT NULL,
  deliveries bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode, status, slot)
) WITH (fillfactor = 50);
SELECT guard_tenant_table('delivery_counters');
