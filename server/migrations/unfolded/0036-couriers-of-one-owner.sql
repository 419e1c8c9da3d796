-- Whose couriers carry what: one rule for reading, offering and assigning, and the wall of the app role around couriers.

ALTER TABLE drivers
  -- The mode in which this courier carries; null, for the platform's only: in both.
  ADD COLUMN livemode boolean;
-- A rider who has carried test parcels and never a live one was made to try things out.
UPDATE drivers v SET livemode = NOT (
    EXISTS (SELECT FROM deliveries d WHERE d.driver_id = v.id AND NOT d.livemode) AND NOT EXISTS (SELECT FROM deliveries d WHERE d.driver_id = v.id AND d.livemode))
WHERE merchant_id IS NOT NULL;
ALTER TABLE drivers ADD CONSTRAINT drivers_rider_has_mode CHECK (merchant_id IS NULL OR livemode IS NOT NULL);

-- One phone may ride for several: whoever adds a rider learns nothing about the riders of others.
ALTER TABLE drivers DROP CONSTRAINT drivers_phone_key;
CREATE UNIQUE INDEX drivers_phone_of_platform ON drivers (phone) WHERE merchant_id IS NULL;
CREATE UNIQUE INDEX drivers_phone_of_merchant ON drivers (merchant_id, livemode, phone) WHERE merchant_id IS NOT NULL;
CREATE INDEX drivers_phone ON drivers (phone);

-- The platform's couriers carry for every merchant, a merchant's riders for that merchant; each in the mode they are for.
CREATE FUNCTION courier_carries(owner_id text, mode boolean, tenant text, live boolean) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (owner_id IS NULL OR owner_id = tenant) AND (mode IS NULL OR mode = live)
$$;

ALTER TABLE drivers ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON drivers TO cottontree_app USING (merchant_id IS NULL OR merchant_id = ANY ((SELECT current_setting('cottontree.tenants', true)::text[])::text[]));
CREATE POLICY system ON drivers TO cottontree_system USING (true);

-- Where somebody is concerns the owner, and whoever has a parcel with that courier now.
ALTER TABLE driver_positions ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON driver_positions TO cottontree_app USING (
  EXISTS (SELECT FROM deliveries d WHERE d.driver_id = driver_positions.driver_id AND d.status IN ('assigned', 'picked_up', 'in_transit')
    AND d.merchant_id = ANY ((SELECT current_setting('cottontree.tenants', true)::text[])::text[]))
  OR EXISTS (SELECT FROM drivers v WHERE v.id = driver_positions.driver_id AND v.merchant_id IS NOT NULL));
CREATE POLICY system ON driver_positions TO cottontree_system USING (true);

-- The same rule where a parcel is given to somebody, whichever statement does it. Under the app role, other merchants' riders are not even there.
CREATE FUNCTION refuse_foreign_courier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM drivers v WHERE v.id = NEW.driver_id AND courier_carries(v.merchant_id, v.livemode, NEW.merchant_id, NEW.livemode)) THEN
    RAISE EXCEPTION 'courier % does not carry for this merchant in this mode', NEW.driver_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deliveries_courier_of_owner BEFORE UPDATE OF driver_id ON deliveries
  FOR EACH ROW WHEN (NEW.driver_id IS NOT NULL AND NEW.driver_id IS DISTINCT FROM OLD.driver_id) EXECUTE FUNCTION refuse_foreign_courier();

-- As before; of a courier who does not carry for the tenant, nothing is told.
CREATE OR REPLACE FUNCTION lock_driver_load(driver text, tenant text, live boolean)
RETURNS TABLE (on_shift boolean, jobs integer, cod_to_collect bigint, jobs_max smallint, cash_in_hand bigint, cash_limit bigint, vehicle_type text, owner_id text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE working boolean;
BEGIN
  PERFORM FROM drivers v WHERE v.id = driver AND v.active AND courier_carries(v.merchant_id, v.livemode, tenant, live);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM driver_shifts s WHERE s.driver_id = driver AND s.ended_at IS NULL FOR UPDATE;
  working := FOUND;
  RETURN QUERY
    SELECT working, l.jobs, l.cod, v.jobs_max, courier_cash_of(driver, tenant, live), v.cash_limit, v.vehicle_type, v.merchant_id
    FROM drivers v CROSS JOIN LATERAL (
      SELECT count(*)::integer AS jobs, coalesce(sum(d.cod_amount) FILTER (WHERE d.cod_status = 'to_collect'), 0)::bigint AS cod
      FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND d.livemode = live AND (live OR d.merchant_id = tenant)
    ) l WHERE v.id = driver;
END $$;
