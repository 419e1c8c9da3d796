-- For change_sales: makes the counters of the location that are missing, and holds all that steps want numbers of.
CREATE OR REPLACE FUNCTION hold_sale_counters(
  tenant_merchant text, tenant_livemode boolean, the_location text, steps jsonb
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  periods text[] := ARRAY (
    SELECT DISTINCT s #>> '{numbering,period}' FROM jsonb_array_elements(steps) AS s WHERE s ? 'numbering');
BEGIN
  INSERT INTO sale_counters (merchant_id, livemode, location_id, period, next)
  SELECT tenant_merchant, tenant_livemode, the_location, g.period, 1 FROM unnest(periods) AS g (period)
  WHERE NOT EXISTS (
    SELECT FROM sale_counters c
    WHERE c.merchant_id = tenant_merchant AND c.livemode = tenant_livemode AND c.location_id = the_location
      AND c.period = g.period)
  ORDER BY g.period ON CONFLICT DO NOTHING;
  PERFORM FROM sale_counters c
  WHERE c.merchant_id = tenant_merchant AND c.livemode = tenant_livemode AND c.location_id = the_location
    AND c.period = ANY (periods)
  ORDER BY c.period FOR UPDATE;
END $$;
