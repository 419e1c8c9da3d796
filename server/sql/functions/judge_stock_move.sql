-- For move_stock: what speaks against a move, once its whole step has been placed; null: nothing. `before` and `after`
-- are its level as the step found and leaves it. A step falls short only of what it takes itself.
CREATE OR REPLACE FUNCTION judge_stock_move(
  known boolean, expected_seq bigint, forced boolean, movement stock_movements, before stock_levels, after stock_levels
) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN NOT known THEN 'unknown'
    WHEN expected_seq <> before.seq THEN 'changed'
    WHEN NOT forced AND movement.delta < movement.reserved_delta AND after.on_hand < after.reserved
      AND after.on_hand - after.reserved < before.on_hand - before.reserved THEN 'short'
  END
$$;
