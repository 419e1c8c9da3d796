-- For change_sales: the steps that rest on something which has changed since. Holds the sales that are to change.
CREATE OR REPLACE FUNCTION find_overtaken_sales(tenant_merchant text, tenant_livemode boolean, steps jsonb, rows jsonb)
RETURNS TABLE (place integer, outcome text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids text[] := ARRAY (SELECT s ->> 'id' FROM jsonb_array_elements(steps) AS s);
BEGIN
  IF rows ? 'changed_sales' THEN
    RETURN QUERY
      SELECT s.place::integer, 'moved'
      FROM jsonb_array_elements(steps) WITH ORDINALITY AS s (step, place)
      LEFT JOIN (
        SELECT t.id, t.version FROM sales t
        WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.id = ANY (ids)
        ORDER BY t.id FOR UPDATE
      ) AS l ON l.id = s.step ->> 'id'
      WHERE s.step ->> 'version' IS NOT NULL AND l.version IS DISTINCT FROM (s.step ->> 'version')::integer;
  END IF;
  IF rows @? '$.new_sales[*].client_id ? (@ != null)' THEN
    RETURN QUERY
      SELECT array_position(ids, g.id), 'known'
      FROM jsonb_to_recordset(rows -> 'new_sales') AS g (id text, client_id text)
      WHERE g.client_id IS NOT NULL AND EXISTS (
        SELECT FROM sales t
        WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.client_id = g.client_id);
  END IF;
END $$;
