-- Couriers at work: what each may carry, when they are on shift, where they are, what is offered to whom.

ALTER TABLE drivers
  -- Whose rider this is; null for the platform's, who carry for every merchant.
  ADD COLUMN merchant_id text REFERENCES merchants (id),
  ADD COLUMN jobs_max smallint NOT NULL DEFAULT 3 CHECK (jobs_max BETWEEN 0 AND 20),
  -- Minor units. The default is a guess: NLe 5,000.
  ADD COLUMN cash_limit bigint NOT NULL DEFAULT 500000 CHECK (cash_limit >= 0),
  -- Null: no share of the fee is agreed.
  ADD COLUMN fee_share_percent smallint CHECK (fee_share_percent BETWEEN 0 AND 100);

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
INSERT INTO partitioned_tables VALUES ('driver_track', 30, 100);
GRANT SELECT, INSERT ON driver_track TO cottontree_system;

-- Deliveries that wait, in order of time: live ones for which a search begins, test ones that are open to all.
CREATE INDEX deliveries_waiting ON deliveries (livemode, created_at) WHERE status = 'pending' AND (livemode OR simulation IS NULL);

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
  amount bigint NOT NULL,
  PRIMARY KEY (driver_id, merchant_id, livemode)
);
GRANT SELECT ON courier_cash TO cottontree_system;

-- Live cash of all merchants counts together, test cash is each merchant's own.
CREATE FUNCTION courier_cash_of(driver text, tenant text, live boolean) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.amount), 0)::bigint FROM courier_cash c WHERE c.driver_id = driver AND c.livemode = live AND (live OR c.merchant_id = tenant)
$$;

-- What a courier carries and may carry, with the shift locked, so that of several parcels taken at once each counts
-- the ones before it. Live parcels of all merchants count together, test parcels those of one merchant. The app role
-- may not see other merchants' deliveries, so it is told their number only. Each query sees what committed before it.
CREATE FUNCTION lock_driver_load(driver text, tenant text, live boolean)
RETURNS TABLE (on_shift boolean, jobs integer, cod_to_collect bigint, jobs_max smallint, cash_in_hand bigint, cash_limit bigint, vehicle_type text, owner_id text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE working boolean;
BEGIN
  PERFORM FROM driver_shifts s WHERE s.driver_id = driver AND s.ended_at IS NULL FOR UPDATE;
  working := FOUND;
  RETURN QUERY
    SELECT working, l.jobs, l.cod, v.jobs_max, courier_cash_of(driver, tenant, live), v.cash_limit, v.vehicle_type, v.merchant_id
    FROM drivers v CROSS JOIN LATERAL (
      SELECT count(*)::integer AS jobs, coalesce(sum(d.cod_amount) FILTER (WHERE d.cod_status = 'to_collect'), 0)::bigint AS cod
      FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND d.livemode = live AND (live OR d.merchant_id = tenant)
    ) l WHERE v.id = driver AND v.active;
END $$;
REVOKE ALL ON FUNCTION lock_driver_load(text, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_driver_load(text, text, boolean) TO cottontree_app, cottontree_system;
