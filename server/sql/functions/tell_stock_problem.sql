-- For move_stock: what a step is refused for, of one level, as callers learn it. What the step itself gives back, as a
-- sale does that is kept anew with more, is there for it.
CREATE OR REPLACE FUNCTION tell_stock_problem(
  outcome text, move jsonb, expected_seq bigint, before stock_levels, after stock_levels, given_back bigint
) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('location_id', move -> 'location_id', 'variant_id', move -> 'variant_id') || CASE outcome
    WHEN 'changed' THEN jsonb_build_object('expected_seq', expected_seq, 'seq', before.seq,
      'on_hand', before.on_hand, 'reserved', before.reserved)
    WHEN 'short' THEN jsonb_build_object(
      'requested', before.on_hand - before.reserved - after.on_hand + after.reserved + given_back,
      'available', greatest(before.on_hand - before.reserved + given_back, 0))
    ELSE '{}'
  END
$$;
