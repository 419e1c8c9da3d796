-- Folded, from what 0001 to 0060 made: zones, prices, couriers, deliveries, dispatch, cash on delivery, claims and
-- imports.

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
  -- Null: the base fee of the rate card in force.
  base_fee bigint,
  currency text NOT NULL,
  cod_available boolean NOT NULL,
  max_weight_kg double precision NOT NULL,
  estimated_minutes integer NOT NULL,
  confidence text,
  active boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE rate_cards (
  version integer PRIMARY KEY,
  card jsonb NOT NULL,
  published_at timestamptz,
  -- Null where it was in force from the moment it was published.
  effective_at timestamptz,
  note text,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz,
  created_by text,
  updated_at timestamptz,
  published_by text
);
GRANT DELETE ON rate_cards TO cottontree_system;

CREATE TABLE drivers (
  id text PRIMARY KEY,
  name text NOT NULL,
  phone text NOT NULL,
  vehicle_type text NOT NULL,
  plate text NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Whose rider this is; null for the platform's, who carry for every merchant.
  merchant_id text REFERENCES merchants (id),
  jobs_max smallint NOT NULL DEFAULT 3 CHECK (jobs_max BETWEEN 0 AND 20),
  -- Minor units. The default is a guess: NLe 5,000.
  cash_limit bigint NOT NULL DEFAULT 500000 CHECK (cash_limit >= 0),
  -- Null: no share of the fee is agreed.
  fee_share_percent smallint CHECK (fee_share_percent BETWEEN 0 AND 100),
  -- The mode in which this courier carries; null, for the platform's only: in both.
  livemode boolean,
  CONSTRAINT drivers_rider_has_mode CHECK (merchant_id IS NULL OR livemode IS NOT NULL)
);
GRANT SELECT ON zones, rate_cards, drivers TO cottontree_app;
GRANT SELECT, INSERT, UPDATE ON zones, rate_cards, drivers TO cottontree_system;
CREATE UNIQUE INDEX drivers_phone_of_platform ON drivers (phone) WHERE merchant_id IS NULL;
CREATE UNIQUE INDEX drivers_phone_of_merchant ON drivers (merchant_id, livemode, phone) WHERE merchant_id IS NOT NULL;
CREATE INDEX drivers_phone ON drivers (phone);
ALTER TABLE drivers ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON drivers TO cottontree_app USING (merchant_id IS NULL OR merchant_id = ANY ((SELECT current_setting('cottontree.tenants', true)::text[])::text[]));
CREATE POLICY system ON drivers TO cottontree_system USING (true);

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
  version integer NOT NULL DEFAULT 1,
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
  kind text NOT NULL DEFAULT 'delivery' CHECK (kind IN ('delivery', 'return', 'redelivery')),
  -- Null for the phase that a status begins with.
  phase text CHECK (phase IN ('searching', 'offered', 'to_pickup', 'at_pickup', 'to_dropoff', 'at_dropoff', 'attempt_failed', 'held', 'returning')),
  attempts jsonb NOT NULL DEFAULT '[]',
  proof jsonb,
  rating jsonb,
  pickup_reissues smallint NOT NULL DEFAULT 0,
  delivery_reissues smallint NOT NULL DEFAULT 0,
  batch_id text,
  erased_at timestamptz,
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
-- The recipient's page knows nothing but its token.
CREATE UNIQUE INDEX deliveries_tracking_token ON deliveries (tracking_token);
-- Deliveries that wait, in order of time: live ones for which a search begins, test ones that are open to all.
CREATE INDEX deliveries_waiting ON deliveries (livemode, created_at) WHERE status = 'pending' AND (livemode OR simulation IS NULL);
-- The board looks over all merchants, at what is under way.
CREATE INDEX deliveries_board ON deliveries (created_at, job_number) WHERE status IN ('pending', 'assigned', 'picked_up', 'in_transit');
-- And at what was created in a span of time, which lies together.
CREATE INDEX deliveries_created ON deliveries USING brin (created_at) WITH (autosummarize = on);
-- What has a parcel on board and does not move.
CREATE INDEX deliveries_on_board ON deliveries (updated_at) WHERE livemode AND status IN ('picked_up', 'in_transit');
CREATE INDEX deliveries_cash ON deliveries (driver_id, merchant_id, livemode) WHERE cod_status IN ('collected', 'disputed');
CREATE INDEX deliveries_deposited ON deliveries (merchant_id, livemode, delivered_at) WHERE cod_status = 'deposited';
CREATE INDEX deliveries_batch ON deliveries (merchant_id, livemode, batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX deliveries_to_erase ON deliveries (coalesce(completed_at, cancelled_at, failed_at))
  WHERE erased_at IS NULL AND status IN ('completed', 'cancelled', 'failed');
CREATE INDEX deliveries_recipient_alt ON deliveries (merchant_id, livemode, (details ->> 'recipient_phone_alt')) WHERE details ->> 'recipient_phone_alt' IS NOT NULL;
CREATE INDEX deliveries_of_driver ON deliveries (driver_id, assigned_at) WHERE driver_id IS NOT NULL;
CREATE TRIGGER deliveries_courier_of_owner BEFORE UPDATE OF driver_id ON deliveries
  FOR EACH ROW WHEN (NEW.driver_id IS NOT NULL AND NEW.driver_id IS DISTINCT FROM OLD.driver_id) EXECUTE FUNCTION refuse_foreign_courier();

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

-- Couriers at work: what each may carry, when they are on shift, where they are, what is offered to whom.

CREATE TABLE driver_shifts (
  driver_id text NOT NULL REFERENCES drivers (id),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (driver_id, started_at)
);
CREATE UNIQUE INDEX driver_shifts_open ON driver_shifts (driver_id) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON driver_shifts TO cottontree_system;

-- Where each courier was last, and since which point the next one is worth keeping.
CREATE TABLE driver_positions (
  driver_id text PRIMARY KEY REFERENCES drivers (id),
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  accuracy_m double precision,
  recorded_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  track_lat double precision,
  track_lng double precision,
  track_at timestamptz
) WITH (fillfactor = 50);
-- Tracking reads the position of whoever carries the caller's own delivery.
GRANT SELECT ON driver_positions TO cottontree_app;
GRANT SELECT, INSERT, UPDATE ON driver_positions TO cottontree_system;
-- Where somebody is concerns the owner, and whoever has a parcel with that courier now.
ALTER TABLE driver_positions ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON driver_positions TO cottontree_app USING (
  EXISTS (SELECT FROM deliveries d WHERE d.driver_id = driver_positions.driver_id AND d.status IN ('assigned', 'picked_up', 'in_transit')
    AND d.merchant_id = ANY ((SELECT current_setting('cottontree.tenants', true)::text[])::text[]))
  OR EXISTS (SELECT FROM drivers v WHERE v.id = driver_positions.driver_id AND v.merchant_id IS NOT NULL));
CREATE POLICY system ON driver_positions TO cottontree_system USING (true);

-- One point a minute or 200 metres, for questions afterwards.
CREATE TABLE driver_track (
  driver_id text NOT NULL,
  recorded_at timestamptz NOT NULL,
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  accuracy_m double precision,
  speed double precision,
  heading double precision,
  -- Farther from the point before than anybody rides.
  doubtful boolean NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (driver_id, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE TABLE driver_track_default PARTITION OF driver_track DEFAULT;
GRANT SELECT, INSERT ON driver_track TO cottontree_system;
INSERT INTO partitioned_tables VALUES ('driver_track', 30, 100);

-- The deliveries for which a courier is searched, and when the next one is to be asked; null: not by itself.
CREATE TABLE dispatch_searches (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  job_number text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('nearest', 'broadcast', 'auto', 'manual')),
  -- Null: whoever is near.
  driver_ids text[],
  round smallint NOT NULL,
  started_at timestamptz NOT NULL,
  next_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, job_number),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
) WITH (fillfactor = 50);
CREATE INDEX dispatch_searches_next ON dispatch_searches (next_at) WHERE next_at IS NOT NULL;
SELECT guard_tenant_table('dispatch_searches');

CREATE TABLE offers (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  job_number text NOT NULL,
  driver_id text NOT NULL REFERENCES drivers (id),
  round smallint NOT NULL,
  distance_km double precision,
  status text NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'given_up')),
  reason text,
  created_at timestamptz NOT NULL,
  -- Null: nothing ends it by itself.
  expires_at timestamptz,
  answered_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
-- A courier knows an offer by its id alone.
CREATE UNIQUE INDEX offers_id ON offers (id);
CREATE INDEX offers_job ON offers (merchant_id, livemode, job_number, driver_id);
CREATE INDEX offers_open ON offers (driver_id) WHERE status = 'open';
SELECT guard_tenant_table('offers');

-- What a courier's way has brought so far, each once a job.
CREATE TABLE delivery_milestones (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  job_number text NOT NULL,
  milestone text NOT NULL CHECK (milestone IN ('arrived_pickup', 'near', 'arrived_dropoff')),
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, job_number, milestone),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
SELECT guard_tenant_table('delivery_milestones');

-- How much of whose cash each courier has in hand: the sum of his account in the ledger, kept as that is written.
CREATE TABLE courier_cash (
  driver_id text NOT NULL,
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (driver_id, merchant_id, livemode)
);
GRANT SELECT ON courier_cash TO cottontree_system;

-- What dispatchers did, and what a person must look into.

CREATE TABLE dispatch_audit (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  role text NOT NULL,
  action text NOT NULL,
  job_number text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE INDEX dispatch_audit_at ON dispatch_audit (at, id);
CREATE INDEX dispatch_audit_job ON dispatch_audit (merchant_id, livemode, job_number, at, id);
SELECT guard_tenant_table('dispatch_audit');
-- A log that its writers could change would prove nothing.
REVOKE UPDATE, DELETE ON dispatch_audit FROM cottontree_app, cottontree_system;

CREATE TABLE incidents (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  job_number text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'resolved')),
  note text,
  opened_by text NOT NULL,
  opened_at timestamptz NOT NULL,
  resolution text,
  resolved_by text,
  resolved_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE UNIQUE INDEX incidents_open_kind ON incidents (merchant_id, livemode, job_number, kind) WHERE status = 'open';
CREATE UNIQUE INDEX incidents_id ON incidents (id);
CREATE INDEX incidents_at ON incidents (opened_at, id);
SELECT guard_tenant_table('incidents');

-- What a courier hands in and another person counts. It may hold the cash of several merchants.
CREATE TABLE cash_deposits (
  id text PRIMARY KEY,
  driver_id text NOT NULL REFERENCES drivers (id),
  livemode boolean NOT NULL,
  client_id text,
  status text NOT NULL CHECK (status IN ('declared', 'counted', 'disputed', 'resolved')),
  currency text NOT NULL,
  declared bigint NOT NULL CHECK (declared > 0),
  declared_at timestamptz NOT NULL,
  note text,
  counted bigint CHECK (counted >= 0),
  counted_by text,
  counted_at timestamptz,
  count_note text,
  resolved_by text,
  resolved_at timestamptz,
  resolution text
);
CREATE UNIQUE INDEX cash_deposits_client_id ON cash_deposits (driver_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX cash_deposits_list ON cash_deposits (declared_at, id);
GRANT SELECT, INSERT, UPDATE ON cash_deposits TO cottontree_system;

CREATE TABLE cash_deposit_jobs (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  job_number text NOT NULL,
  deposit_id text NOT NULL REFERENCES cash_deposits (id),
  amount bigint NOT NULL CHECK (amount > 0),
  -- A job's cash is handed in once.
  PRIMARY KEY (merchant_id, livemode, job_number),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE INDEX cash_deposit_jobs_deposit ON cash_deposit_jobs (deposit_id);
SELECT guard_tenant_table('cash_deposit_jobs');

-- What a merchant was paid of the cash collected for it.
CREATE TABLE settlements (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  currency text NOT NULL,
  cash bigint NOT NULL,
  fees bigint NOT NULL,
  claims bigint NOT NULL,
  paid bigint NOT NULL,
  reference text,
  settled_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id)
);
CREATE INDEX settlements_list ON settlements (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('settlements');

CREATE TABLE settlement_jobs (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  job_number text NOT NULL,
  settlement_id text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (merchant_id, livemode, job_number),
  FOREIGN KEY (merchant_id, livemode, settlement_id) REFERENCES settlements (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE INDEX settlement_jobs_settlement ON settlement_jobs (merchant_id, livemode, settlement_id);
SELECT guard_tenant_table('settlement_jobs');

CREATE TABLE claims (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  job_number text NOT NULL,
  type text NOT NULL CHECK (type IN ('damaged', 'lost', 'missing', 'late', 'overcharged')),
  status text NOT NULL CHECK (status IN ('open', 'approved', 'rejected', 'withdrawn')),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- What of it is covered at most.
  covered bigint NOT NULL CHECK (covered >= 0),
  note text,
  photos text[] NOT NULL,
  approved bigint,
  decided_by text,
  decision text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- With which settlement it was paid.
  settlement_id text,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, settlement_id) REFERENCES settlements (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, job_number) REFERENCES deliveries (merchant_id, livemode, job_number)
);
CREATE UNIQUE INDEX claims_open ON claims (merchant_id, livemode, job_number, type) WHERE status = 'open';
CREATE UNIQUE INDEX claims_id ON claims (id);
CREATE INDEX claims_to_pay ON claims (merchant_id, livemode) WHERE status = 'approved' AND settlement_id IS NULL;
CREATE INDEX claims_list ON claims (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('claims');

-- One row an event that a phone recorded offline, committed with what it did: sent again, it does nothing.
CREATE TABLE driver_events (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  driver_id text NOT NULL REFERENCES drivers (id),
  client_id text NOT NULL,
  job_number text NOT NULL,
  kind text NOT NULL,
  -- Keyed, because an event may hold a handoff code.
  fingerprint bytea NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- A refusal that counted, told again to the same event; null for what was done.
  refusal jsonb,
  PRIMARY KEY (merchant_id, livemode, driver_id, client_id)
);
CREATE INDEX driver_events_age ON driver_events (recorded_at);
SELECT guard_tenant_table('driver_events');

-- Up to when the service knows all that a courier did.
CREATE TABLE driver_syncs (
  driver_id text PRIMARY KEY REFERENCES drivers (id),
  synced_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON driver_syncs TO cottontree_system;

-- CSV files whose rows become deliveries one after another.

CREATE TABLE imports (
  merchant_id text NOT NULL REFERENCES merchants (id),
  livemode boolean NOT NULL,
  id text NOT NULL,
  key_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  currency text NOT NULL,
  rows integer NOT NULL CHECK (rows > 0),
  created integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  total_fee bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- By the wall clock: until then one node works on it. The import that waited longest is next.
  leased_until timestamptz NOT NULL,
  worked_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  CHECK (created + failed <= rows)
);
CREATE INDEX imports_list ON imports (merchant_id, livemode, created_at, id);
CREATE INDEX imports_at_work ON imports (worked_at) WHERE status IN ('queued', 'running');
CREATE INDEX imports_ended ON imports (finished_at) WHERE finished_at IS NOT NULL;
SELECT guard_tenant_table('imports');

CREATE TABLE import_rows (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  import_id text NOT NULL,
  row integer NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'created', 'failed', 'cancelled')),
  order_number text,
  -- The body of the creation; forgotten once the row is settled.
  body jsonb,
  job_number text,
  fee bigint,
  errors jsonb,
  PRIMARY KEY (merchant_id, livemode, import_id, row),
  FOREIGN KEY (merchant_id, livemode, import_id) REFERENCES imports (merchant_id, livemode, id) ON DELETE CASCADE,
  CHECK ((status = 'waiting') = (body IS NOT NULL)),
  CHECK ((status = 'created') = (job_number IS NOT NULL))
);
CREATE INDEX import_rows_waiting ON import_rows (merchant_id, livemode, import_id, row) WHERE status = 'waiting';
CREATE INDEX import_rows_failed ON import_rows (merchant_id, livemode, import_id, row) WHERE status = 'failed';
SELECT guard_tenant_table('import_rows');

-- Tries to find a parcel by its number and digits of a phone, hour by hour, by a fingerprint of where they come
-- from. Exact, because the row that would be one too many cannot be written.
CREATE TABLE look_up_tries (
  subject bytea NOT NULL,
  hour timestamptz NOT NULL,
  tries integer NOT NULL,
  tries_max integer NOT NULL,
  PRIMARY KEY (subject, hour),
  CONSTRAINT look_up_tries_exhausted CHECK (tries <= tries_max)
);
CREATE INDEX look_up_tries_age ON look_up_tries (hour);
GRANT SELECT, INSERT, UPDATE, DELETE ON look_up_tries TO cottontree_system;
