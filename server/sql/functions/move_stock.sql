-- The only writer of stock. Decides about many steps at once, first come first served, each wholly or not at all.
-- `moves` are rows, in any order: {step (from 1), id (mov_…), location_id, variant_id, delta, reserved_delta, reason,
-- ref_type, ref_id, ref_line, note, actor_type, actor_id, unit_cost, occurred_at, recorded_at (else occurred_at),
-- force, expected_seq, set_to}; quantities in thousandths. With set_to, delta is what leads there. What lowers a
-- variant's stock in a step counts in sum: lines of the same variant are one demand. `force` holds for what has
-- happened already: sale_offline, count, void.
--
-- Outcomes: granted; short (shortages: location_id, variant_id, requested, available); changed (expected_seq is another
-- by now; shortages: location_id, variant_id, expected_seq, seq, on_hand, reserved); repeated (a line moved for that
-- reason before, so all of the step did); unknown (no such variant or location; shortages: location_id, variant_id).
-- Variants that are not tracked are left out, except that what is reserved of them can always be given back.
--
-- Levels that are missing are made first, then all are locked, both in the order of (location_id, variant_id): so no
-- two callers that make one call in a transaction, with their other locks before it, can wait for each other.
CREATE OR REPLACE FUNCTION move_stock(
  tenant_merchant text, tenant_livemode boolean, steps_count integer, moves jsonb
) RETURNS TABLE (step integer, outcome text, shortages jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  levels_before stock_levels[];
  given record;
  written_at timestamptz;
BEGIN
  -- A mistake of the program, not of the request.
  PERFORM refuse_when(
    moves @? '$[*] ? (@.force == true && @.reason != "sale_offline" && @.reason != "count" && @.reason != "void")',
    'Only sale_offline, count and void may be forced.');
  PERFORM make_stock_levels(tenant_merchant, tenant_livemode, moves);
  levels_before := hold_stock_levels(tenant_merchant, tenant_livemode, moves);
  given := place_stock_moves(tenant_merchant, tenant_livemode, steps_count, moves, levels_before);
  IF given.levels <> levels_before THEN
    SELECT max(coalesce(m.recorded_at, m.occurred_at)) INTO written_at
    FROM jsonb_to_recordset(moves) AS m (occurred_at timestamptz, recorded_at timestamptz);
    PERFORM write_stock_moves(tenant_merchant, tenant_livemode, moves, given.placed, given.levels, written_at);
    PERFORM tell_stock(tenant_merchant, tenant_livemode, levels_before, given.levels, written_at);
  END IF;
  RETURN QUERY
    SELECT g.place::integer, g.outcome, g.shortages
    FROM unnest(given.outcomes, given.shortages) WITH ORDINALITY AS g (outcome, shortages, place) ORDER BY g.place;
END $$;
