-- For move_stock: makes the levels that moves need and that are missing, of what is tracked, in the order in which they
-- are locked.
CREATE OR REPLACE FUNCTION make_stock_levels(tenant_merchant text, tenant_livemode boolean, moves jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_levels (merchant_id, livemode, location_id, variant_id, on_hand, reserved, seq, updated_at)
  SELECT tenant_merchant, tenant_livemode, g.location_id, g.variant_id, 0, 0, 0,
    min(coalesce(g.recorded_at, g.occurred_at))
  FROM jsonb_to_recordset(moves)
    AS g (location_id text, variant_id text, occurred_at timestamptz, recorded_at timestamptz)
  WHERE NOT EXISTS (
      SELECT FROM stock_levels l
      WHERE l.merchant_id = tenant_merchant AND l.livemode = tenant_livemode
        AND l.location_id = g.location_id AND l.variant_id = g.variant_id)
    AND EXISTS (
      SELECT FROM variants v
      WHERE v.merchant_id = tenant_merchant AND v.livemode = tenant_livemode AND v.id = g.variant_id
        AND v.track_inventory)
    AND EXISTS (
      SELECT FROM locations p
      WHERE p.merchant_id = tenant_merchant AND p.livemode = tenant_livemode AND p.id = g.location_id)
  GROUP BY g.location_id, g.variant_id ORDER BY g.location_id, g.variant_id
  ON CONFLICT DO NOTHING;
END $$;
