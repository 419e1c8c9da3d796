-- For move_stock: what becomes of each step, first come first served, each wholly or not at all. Answers with the
-- levels as the granted steps leave them, and with what the database gives each movement, at the places of `moves`:
-- rows of stock_movements of which only that is set; null where nothing moves.
CREATE OR REPLACE FUNCTION place_stock_moves(
  tenant_merchant text, tenant_livemode boolean, steps_count integer, moves jsonb, INOUT levels stock_levels[],
  OUT outcomes text[], OUT shortages jsonb[], OUT placed stock_movements[]
) LANGUAGE plpgsql AS $$
DECLARE
  -- Of each move, in the order of the steps.
  places integer[]; steps integer[]; at_levels integer[]; deltas bigint[]; reserved_deltas bigint[]; targets bigint[];
  expected bigint[]; known boolean[]; forced boolean[]; made boolean[]; first_steps integer[]; verdicts text[];
  -- Of each level, as the step at work found it, and which step last touched it and told of it.
  found stock_levels[] := levels;
  touched integer[] := array_fill(0, ARRAY[cardinality(levels)]);
  told integer[] := touched;
  first_move integer; after_move integer := 1;
  level stock_levels;
  movement stock_movements;
  problems jsonb;
  c integer;
BEGIN
  outcomes := array_fill(NULL::text, ARRAY[steps_count]);
  shortages := array_fill(NULL::jsonb, ARRAY[steps_count]);
  placed := array_fill(NULL::stock_movements, ARRAY[jsonb_array_length(moves)]);
  SELECT array_agg(m.place), array_agg(m.step), array_agg(m.level), array_agg(m.delta), array_agg(m.reserved_delta),
    array_agg(m.set_to), array_agg(m.expected_seq), array_agg(m.known), array_agg(m.forced), array_agg(m.made),
    array_agg(m.first_step)
  INTO places, steps, at_levels, deltas, reserved_deltas, targets, expected, known, forced, made, first_steps
  FROM read_stock_moves(tenant_merchant, tenant_livemode, moves, levels) AS m;

  FOR n IN 1 .. steps_count LOOP
    first_move := after_move;
    WHILE steps[after_move] = n LOOP
      IF made[after_move] OR outcomes[first_steps[after_move]] IN ('granted', 'repeated') THEN
        outcomes[n] := 'repeated';
      END IF;
      after_move := after_move + 1;
    END LOOP;
    CONTINUE WHEN outcomes[n] = 'repeated';

    FOR k IN first_move .. after_move - 1 LOOP
      c := at_levels[k];
      CONTINUE WHEN c IS NULL;
      level := levels[c];
      IF touched[c] <> n THEN touched[c] := n; found[c] := level; END IF;
      movement.delta := coalesce(targets[k] - level.on_hand, deltas[k]);
      movement.reserved_delta := reserved_deltas[k];
      movement.balance_after := level.on_hand + movement.delta;
      movement.reserved_after := level.reserved + movement.reserved_delta;
      movement.seq := level.seq + 1;
      placed[places[k]] := movement;
      level.on_hand := movement.balance_after; level.reserved := movement.reserved_after; level.seq := movement.seq;
      levels[c] := level;
    END LOOP;

    outcomes[n] := 'granted';
    FOR k IN first_move .. after_move - 1 LOOP
      c := at_levels[k];
      verdicts[k] := judge_stock_move(known[k], expected[k], forced[k], placed[places[k]], found[c], levels[c]);
      IF verdicts[k] = 'unknown' OR verdicts[k] = 'changed' AND outcomes[n] <> 'unknown'
        OR verdicts[k] = 'short' AND outcomes[n] = 'granted'
      THEN outcomes[n] := verdicts[k]; END IF;
    END LOOP;
    CONTINUE WHEN outcomes[n] = 'granted';

    problems := '[]';
    FOR k IN first_move .. after_move - 1 LOOP
      c := at_levels[k];
      CONTINUE WHEN verdicts[k] IS DISTINCT FROM outcomes[n] OR told[c] = n;
      IF c IS NOT NULL THEN told[c] := n; END IF;
      problems := problems
        || tell_stock_problem(outcomes[n], moves -> places[k] - 1, expected[k], found[c], levels[c], (
          SELECT coalesce(sum(greatest(m.delta - m.reserved_delta, 0)), 0)::bigint
          FROM generate_series(first_move, after_move - 1) AS g (at),
            LATERAL (SELECT (placed[places[g.at]]).delta, (placed[places[g.at]]).reserved_delta) AS m
          WHERE at_levels[g.at] = c));
    END LOOP;
    shortages[n] := problems;
    -- As if the step had not come.
    FOR k IN first_move .. after_move - 1 LOOP
      c := at_levels[k];
      CONTINUE WHEN c IS NULL;
      levels[c] := found[c];
      placed[places[k]] := NULL;
    END LOOP;
  END LOOP;
END $$;
