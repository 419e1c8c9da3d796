-- What a courier holds and has to collect grows with every parcel, each of up to 10^15 minor units, and outgrows bigint after some nine thousand of them.

ALTER TABLE courier_cash ALTER COLUMN amount TYPE numeric;

-- Both are as in 0006 and 0036 but for their types, which nothing but making them anew can change.
DROP FUNCTION lock_driver_load(text, text, boolean);
DROP FUNCTION courier_cash_of(text, text, boolean);

CREATE FUNCTION courier_cash_of(driver text, tenant text, live boolean) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.amount), 0) FROM courier_cash c WHERE c.driver_id = driver AND c.livemode = live AND (live OR c.merchant_id = tenant)
$$;

CREATE FUNCTION lock_driver_load(driver text, tenant text, live boolean)
RETURNS TABLE (on_shift boolean, jobs integer, cod_to_collect numeric, jobs_max smallint, cash_in_hand numeric, cash_limit bigint, vehicle_type text, owner_id text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
DECLARE working boolean;
BEGIN
  PERFORM FROM drivers v WHERE v.id = driver AND v.active AND courier_carries(v.merchant_id, v.livemode, tenant, live);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM driver_shifts s WHERE s.driver_id = driver AND s.ended_at IS NULL FOR UPDATE;
  working := FOUND;
  RETURN QUERY
    SELECT working, l.jobs, l.cod, v.jobs_max, courier_cash_of(driver, tenant, live), v.cash_limit, v.vehicle_type, v.merchant_id
    FROM drivers v CROSS JOIN LATERAL (
      SELECT count(*)::integer AS jobs, coalesce(sum(d.cod_amount) FILTER (WHERE d.cod_status = 'to_collect'), 0) AS cod
      FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND d.livemode = live AND (live OR d.merchant_id = tenant)
    ) l WHERE v.id = driver;
END $$;
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION lock_driver_load(text, text, boolean) SET search_path = %I, pg_temp', current_schema());
END $$;
REVOKE ALL ON FUNCTION lock_driver_load(text, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_driver_load(text, text, boolean) TO cottontree_app, cottontree_system;
