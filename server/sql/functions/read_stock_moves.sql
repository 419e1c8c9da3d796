-- For move_stock: moves in the order of their steps, with what the database knows of each: the place of its level among
-- those that are held (null: nothing moves), whether there are such a variant and location, whether the stock may fall
-- short by it, whether it was made before, and the first step of this call that makes it. The rules of variants are
-- read when the levels are held, so that they are what holds now.
CREATE OR REPLACE FUNCTION read_stock_moves(
  tenant_merchant text, tenant_livemode boolean, moves jsonb, levels stock_levels[]
) RETURNS TABLE (
  place bigint, step integer, level bigint, delta bigint, reserved_delta bigint, set_to bigint, expected_seq bigint,
  known boolean, forced boolean, made boolean, first_step integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT g.place, g.step,
      CASE WHEN v.track_inventory OR coalesce(g.reserved_delta, 0) < 0 THEN l.ordinality END,
      coalesce(g.delta, 0), coalesce(g.reserved_delta, 0), g.set_to, g.expected_seq,
      v.id IS NOT NULL AND (l.ordinality IS NOT NULL OR NOT v.track_inventory),
      coalesce(g.force, false) OR coalesce(v.allow_negative_stock, false),
      (SELECT s.seq FROM stock_movements s
        WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.ref_type = g.ref_type
          AND s.ref_id = g.ref_id AND s.ref_line = coalesce(g.ref_line, '') AND s.reason = g.reason) IS NOT NULL,
      min(g.step) OVER (PARTITION BY g.ref_type, g.ref_id, g.ref_line, g.reason)
    FROM ROWS FROM (jsonb_to_recordset(moves) AS (
      step integer, location_id text, variant_id text, delta bigint, reserved_delta bigint, set_to bigint,
      expected_seq bigint, force boolean, reason text, ref_type text, ref_id text, ref_line text
    )) WITH ORDINALITY AS g (
      step, location_id, variant_id, delta, reserved_delta, set_to,
      expected_seq, force, reason, ref_type, ref_id, ref_line, place
    )
    LEFT JOIN variants v ON v.merchant_id = tenant_merchant AND v.livemode = tenant_livemode AND v.id = g.variant_id
    LEFT JOIN unnest(levels) WITH ORDINALITY AS l
      ON l.location_id = g.location_id AND l.variant_id = g.variant_id
    ORDER BY g.step, g.place;
END $$;
