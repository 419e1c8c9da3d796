-- For change_sales: the steps whose cash session is not open, or neither at the location nor taken `anywhere`, with
-- their outcome; `past` marks what happened already.
-- The sessions stay as they are until the transaction ends.
CREATE OR REPLACE FUNCTION judge_sale_drawers(
  tenant_merchant text, tenant_livemode boolean, the_location text, steps jsonb
) RETURNS TABLE (place integer, outcome text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  drawers text[] := ARRAY (SELECT s ->> 'drawer' FROM jsonb_array_elements(steps) AS s WHERE s ? 'drawer');
BEGIN
  RETURN QUERY
    SELECT s.place::integer,
      CASE WHEN s.step ? 'past' THEN 'past'
        WHEN l.session_id IS NULL OR l.location_id <> the_location AND NOT s.step ? 'anywhere' THEN 'drawerless'
        ELSE 'closed' END
    FROM jsonb_array_elements(steps) WITH ORDINALITY AS s (step, place)
    LEFT JOIN lock_cash_sessions(tenant_merchant, tenant_livemode, drawers) AS l ON l.session_id = s.step ->> 'drawer'
    WHERE s.step ? 'drawer'
      AND (l.status IS DISTINCT FROM 'open' OR l.location_id <> the_location AND NOT s.step ? 'anywhere');
END $$;
