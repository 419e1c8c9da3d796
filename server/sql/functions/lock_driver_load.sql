-- What a courier carries and may carry, with the shift locked, so that of several parcels taken at once each counts
-- the ones before it. Live parcels of all merchants count together, test parcels those of one merchant. The app role
-- may not see other merchants' deliveries, so it is told their number only; of a courier who does not carry for the
-- tenant, nothing is told. Each query sees what committed before it.
CREATE OR REPLACE FUNCTION lock_driver_load(driver text, tenant text, live boolean)
RETURNS TABLE (
  on_shift boolean, jobs integer, cod_to_collect numeric, jobs_max smallint, cash_in_hand numeric, cash_limit bigint,
  vehicle_type text, owner_id text
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE working boolean;
BEGIN
  PERFORM FROM drivers v
  WHERE v.id = driver AND v.active AND courier_carries(v.merchant_id, v.livemode, tenant, live);
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM driver_shifts s WHERE s.driver_id = driver AND s.ended_at IS NULL FOR UPDATE;
  working := FOUND;
  RETURN QUERY
    SELECT working, l.jobs, l.cod, v.jobs_max, courier_cash_of(driver, tenant, live), v.cash_limit,
      v.vehicle_type, v.merchant_id
    FROM drivers v CROSS JOIN LATERAL (
      SELECT count(*)::integer AS jobs,
        coalesce(sum(d.cod_amount) FILTER (WHERE d.cod_status = 'to_collect'), 0) AS cod
      FROM deliveries d
      WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit')
        AND d.livemode = live AND (live OR d.merchant_id = tenant)
    ) l WHERE v.id = driver;
END $$;
REVOKE ALL ON FUNCTION lock_driver_load FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_driver_load TO cottontree_app, cottontree_system;
