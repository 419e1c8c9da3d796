-- For change_sales: the steps that took more of the stock than was there, which only what happened already may.
CREATE OR REPLACE FUNCTION find_oversold_sales(tenant_merchant text, tenant_livemode boolean, steps jsonb)
RETURNS TABLE (place integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s.place::integer
    FROM jsonb_array_elements(steps) WITH ORDINALITY AS s (step, place)
    WHERE EXISTS (
      SELECT FROM stock_movements m
      JOIN variants v ON v.merchant_id = m.merchant_id AND v.livemode = m.livemode AND v.id = m.variant_id
      WHERE m.merchant_id = tenant_merchant AND m.livemode = tenant_livemode
        AND m.ref_type = 'sale' AND m.ref_id = s.step ->> 'id' AND m.reason = 'sale_offline'
        AND m.balance_after < m.reserved_after AND NOT v.allow_negative_stock);
END $$;
