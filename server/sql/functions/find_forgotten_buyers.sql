-- For change_sales: the steps that write down who a customer is that was forgotten meanwhile. Such a customer is held
-- until the transaction ends, so that whoever forgets them waits, and finds what was written. What names the customer
-- already is another sale by then.
CREATE OR REPLACE FUNCTION find_forgotten_buyers(
  tenant_merchant text, tenant_livemode boolean, steps jsonb, rows jsonb
) RETURNS TABLE (place integer) LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
BEGIN
  IF NOT rows @? '$.*[*].customer_id ? (@ != null)' THEN RETURN; END IF;
  ids := ARRAY (SELECT s ->> 'id' FROM jsonb_array_elements(steps) AS s);
  RETURN QUERY
    WITH named AS (
      SELECT g.id, g.customer_id
      FROM jsonb_to_recordset(coalesce(rows -> 'new_sales', '[]') || coalesce(rows -> 'changed_sales', '[]'))
        AS g (id text, customer_id text, customer_name text, customer_phone text, customer_email text)
      WHERE g.customer_id IS NOT NULL AND coalesce(g.customer_name, g.customer_phone, g.customer_email) IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM sales t
          WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = g.id
            AND t.customer_id = g.customer_id)
    ), held AS MATERIALIZED (
      SELECT c.id, c.erased_at FROM customers c
      WHERE c.merchant_id = tenant_merchant AND c.livemode = tenant_livemode
        AND c.id IN (SELECT n.customer_id FROM named n)
      ORDER BY c.id FOR SHARE
    )
    SELECT array_position(ids, n.id) FROM named n JOIN held h ON h.id = n.customer_id WHERE h.erased_at IS NOT NULL;
END $$;
