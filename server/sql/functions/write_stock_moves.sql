-- For move_stock: writes the movements that were granted, and the levels to which they led.
CREATE OR REPLACE FUNCTION write_stock_moves(
  tenant_merchant text, tenant_livemode boolean, moves jsonb, placed stock_movements[], levels stock_levels[],
  written_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_movements (merchant_id, livemode, location_id, variant_id, seq, id, delta, reserved_delta,
    balance_after, reserved_after, reason, ref_type, ref_id, ref_line, note, actor_type, actor_id, unit_cost,
    occurred_at, recorded_at)
  SELECT tenant_merchant, tenant_livemode, g.location_id, g.variant_id, p.seq, g.id, p.delta, p.reserved_delta,
    p.balance_after, p.reserved_after, g.reason, g.ref_type, g.ref_id, coalesce(g.ref_line, ''), g.note, g.actor_type,
    g.actor_id, g.unit_cost, g.occurred_at, coalesce(g.recorded_at, g.occurred_at)
  FROM jsonb_populate_recordset(NULL::stock_movements, moves) WITH ORDINALITY AS g
  JOIN unnest(placed) WITH ORDINALITY AS p USING (ordinality)
  WHERE p.seq IS NOT NULL ORDER BY g.location_id, g.variant_id, p.seq;

  UPDATE stock_levels t SET on_hand = g.on_hand, reserved = g.reserved, seq = g.seq, updated_at = written_at
  FROM unnest(levels) AS g
  WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode
    AND t.location_id = g.location_id AND t.variant_id = g.variant_id AND t.seq <> g.seq;
END $$;
