-- For change_sales: moves the stock of the steps that nothing speaks against so far, and answers with those for which
-- it cannot be moved.
CREATE OR REPLACE FUNCTION move_sale_stock(
  tenant_merchant text, tenant_livemode boolean, moves jsonb, outcomes text[]
) RETURNS TABLE (place integer, outcome text, shortages jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  IF cardinality(array_remove(outcomes, NULL)) > 0 THEN
    SELECT coalesce(jsonb_agg(g.move ORDER BY g.place), '[]') INTO moves
    FROM jsonb_array_elements(moves) WITH ORDINALITY AS g (move, place)
    WHERE outcomes[(g.move ->> 'step')::integer] IS NULL;
  END IF;
  RETURN QUERY
    SELECT m.step, m.outcome, m.shortages
    FROM move_stock(tenant_merchant, tenant_livemode, cardinality(outcomes), moves) AS m
    WHERE m.outcome <> 'granted' AND outcomes[m.step] IS NULL;
END $$;
