-- For move_stock: locks the levels that moves name, and answers with them in the order in which they were locked.
CREATE OR REPLACE FUNCTION hold_stock_levels(tenant_merchant text, tenant_livemode boolean, moves jsonb)
RETURNS stock_levels[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY (
    SELECT l FROM stock_levels l
    WHERE l.merchant_id = tenant_merchant AND l.livemode = tenant_livemode AND (l.location_id, l.variant_id) IN (
      SELECT g.location_id, g.variant_id FROM jsonb_to_recordset(moves) AS g (location_id text, variant_id text))
    ORDER BY l.location_id, l.variant_id FOR UPDATE);
END $$;
