-- The only writer of stock. Decides about many steps at once, first come first served, each wholly or not at all.
-- `moves` are rows, in any order: {step (from 1), id (mov_…), location_id, variant_id, delta, reserved_delta, reason, ref_type, ref_id,
-- ref_line, note, actor_type, actor_id, unit_cost, occurred_at, recorded_at (else occurred_at), force, expected_seq, set_to}; quantities in
-- thousandths. With set_to, delta is what leads there. What lowers a variant's stock in a step counts in sum: lines of the
-- same variant are one demand. `force` holds for what has happened already: sale_offline, count, void.
--
-- Outcomes: granted; short (shortages: location_id, variant_id, requested, available); changed (expected_seq is another by
-- now; shortages: location_id, variant_id, expected_seq, seq, on_hand, reserved); repeated (a line moved for that reason
-- before, so all of the step did); unknown (no such variant or location; shortages: location_id, variant_id). Variants that
-- are not tracked are left out, except that what is reserved of them can always be given back.
--
-- Levels that are missing are made first, then all are locked, both in the order of (location_id, variant_id): so no two
-- callers that make one call in a transaction, with their other locks before it, can wait for each other.
CREATE OR REPLACE FUNCTION move_stock(tenant_merchant text, tenant_livemode boolean, steps_count integer, moves jsonb)
RETURNS TABLE (step integer, outcome text, shortages jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  locations text[]; variants text[]; on_hands bigint[]; reserveds bigint[]; seqs bigint[]; negatives boolean[];
  on_hands_before bigint[]; reserveds_before bigint[];
  -- Of each level, as the step at work found it, and which step touched it last.
  touched integer[]; reported integer[]; step_on_hand bigint[]; step_reserved bigint[]; step_seq bigint[];
  -- Of each move.
  places bigint[]; move_steps integer[]; levels integer[]; deltas bigint[]; reserved_deltas bigint[]; targets bigint[]; expected bigint[]; forced boolean[]; known boolean[]; twins integer[];
  move_seqs bigint[]; balances bigint[]; reserved_afters bigint[];
  outcomes text[] := array_fill(NULL::text, ARRAY[steps_count]);
  shortages_of jsonb[] := array_fill(NULL::jsonb, ARRAY[steps_count]);
  problems jsonb;
  moves_count integer; n integer; k integer; c integer; first_move integer := 1; after_move integer := 1; written_at timestamptz; misused boolean;
  given record;
BEGIN
  INSERT INTO stock_levels (merchant_id, livemode, location_id, variant_id, on_hand, reserved, seq, updated_at)
  SELECT tenant_merchant, tenant_livemode, g.location_id, g.variant_id, 0, 0, 0, min(coalesce(g.recorded_at, g.occurred_at))
  FROM jsonb_to_recordset(moves) AS g (location_id text, variant_id text, occurred_at timestamptz, recorded_at timestamptz)
  WHERE NOT EXISTS (SELECT FROM stock_levels l WHERE l.merchant_id = tenant_merchant AND l.livemode = tenant_livemode AND l.location_id = g.location_id AND l.variant_id = g.variant_id)
    AND EXISTS (SELECT FROM variants v WHERE v.merchant_id = tenant_merchant AND v.livemode = tenant_livemode AND v.id = g.variant_id AND v.track_inventory)
    AND EXISTS (SELECT FROM locations p WHERE p.merchant_id = tenant_merchant AND p.livemode = tenant_livemode AND p.id = g.location_id)
  GROUP BY g.location_id, g.variant_id ORDER BY g.location_id, g.variant_id
  ON CONFLICT DO NOTHING;

  SELECT coalesce(array_agg(l.location_id), '{}'), coalesce(array_agg(l.variant_id), '{}'), array_agg(l.on_hand), array_agg(l.reserved), array_agg(l.seq)
  INTO locations, variants, on_hands, reserveds, seqs
  FROM (
    SELECT l.location_id, l.variant_id, l.on_hand, l.reserved, l.seq FROM stock_levels l
    WHERE l.merchant_id = tenant_merchant AND l.livemode = tenant_livemode
      AND (l.location_id, l.variant_id) IN (SELECT g.location_id, g.variant_id FROM jsonb_to_recordset(moves) AS g (location_id text, variant_id text))
    ORDER BY l.location_id, l.variant_id FOR UPDATE
  ) AS l;
  on_hands_before := on_hands;
  reserveds_before := reserveds;
  touched := array_fill(0, ARRAY[cardinality(locations)]);
  reported := touched; step_on_hand := on_hands; step_reserved := on_hands; step_seq := on_hands;

  -- What the rules of each variant are is read after the locks were had, so that it is what holds now.
  SELECT array_agg(m.place), array_agg(m.step), array_agg(m.level), array_agg(coalesce(m.delta, 0)), array_agg(coalesce(m.reserved_delta, 0)), array_agg(m.set_to),
    array_agg(m.expected_seq), array_agg(coalesce(m.force, false) OR m.allow_negative_stock), array_agg(m.known), array_agg(m.twin), count(*), max(m.at), coalesce(bool_or(m.force AND m.reason NOT IN ('sale_offline', 'count', 'void')), false)
  INTO places, move_steps, levels, deltas, reserved_deltas, targets, expected, forced, known, twins, moves_count, written_at, misused
  FROM (
    SELECT g.place, g.step, g.delta, g.reserved_delta, g.set_to, g.expected_seq, g.force, g.reason, coalesce(g.recorded_at, g.occurred_at) AS at, coalesce(v.allow_negative_stock, false) AS allow_negative_stock,
      CASE WHEN v.track_inventory OR coalesce(g.reserved_delta, 0) < 0 THEN i.level END AS level,
      v.id IS NOT NULL AND (i.level IS NOT NULL OR NOT v.track_inventory) AS known,
      min(g.step) OVER (PARTITION BY g.ref_type, g.ref_id, g.ref_line, g.reason) AS twin
    FROM ROWS FROM (jsonb_to_recordset(moves) AS (step integer, location_id text, variant_id text, delta bigint, reserved_delta bigint, reason text, ref_type text, ref_id text, ref_line text,
      force boolean, expected_seq bigint, set_to bigint, occurred_at timestamptz, recorded_at timestamptz))
      WITH ORDINALITY AS g (step, location_id, variant_id, delta, reserved_delta, reason, ref_type, ref_id, ref_line, force, expected_seq, set_to, occurred_at, recorded_at, place)
    LEFT JOIN variants v ON v.merchant_id = tenant_merchant AND v.livemode = tenant_livemode AND v.id = g.variant_id
    LEFT JOIN unnest(locations, variants) WITH ORDINALITY AS i (location_id, variant_id, level) ON i.location_id = g.location_id AND i.variant_id = g.variant_id
    ORDER BY g.step, g.place
  ) AS m;
  -- A mistake of the program, not of the request.
  PERFORM refuse_when(misused, 'Only sale_offline, count and void may be forced.');
  move_seqs := array_fill(NULL::bigint, ARRAY[moves_count]);
  balances := move_seqs; reserved_afters := move_seqs;

  FOR given IN
    SELECT DISTINCT g.step FROM jsonb_to_recordset(moves) AS g (step integer, reason text, ref_type text, ref_id text, ref_line text)
    JOIN stock_movements m ON m.merchant_id = tenant_merchant AND m.livemode = tenant_livemode AND m.ref_type = g.ref_type AND m.ref_id = g.ref_id AND m.ref_line = coalesce(g.ref_line, '') AND m.reason = g.reason
  LOOP outcomes[given.step] := 'repeated'; END LOOP;

  FOR n IN 1 .. steps_count LOOP
    problems := '[]';
    WHILE after_move <= moves_count AND move_steps[after_move] = n LOOP
      IF outcomes[n] IS NULL AND twins[after_move] < n AND outcomes[twins[after_move]] IN ('granted', 'repeated') THEN outcomes[n] := 'repeated'; END IF;
      after_move := after_move + 1;
    END LOOP;

    IF outcomes[n] IS NULL THEN
      FOR k IN first_move .. after_move - 1 LOOP
        c := levels[k];
        IF c IS NULL THEN
          CONTINUE;
        ELSIF touched[c] <> n THEN
          touched[c] := n; step_on_hand[c] := on_hands[c]; step_reserved[c] := reserveds[c]; step_seq[c] := seqs[c];
        END IF;
        IF targets[k] IS NOT NULL THEN deltas[k] := targets[k] - on_hands[c]; END IF;
        on_hands[c] := on_hands[c] + deltas[k];
        reserveds[c] := reserveds[c] + reserved_deltas[k];
        seqs[c] := seqs[c] + 1;
        move_seqs[k] := seqs[c]; balances[k] := on_hands[c]; reserved_afters[k] := reserveds[c];
      END LOOP;

      outcomes[n] := 'granted';
      FOR k IN first_move .. after_move - 1 LOOP
        c := levels[k];
        IF NOT known[k] THEN outcomes[n] := 'unknown';
        ELSIF outcomes[n] <> 'unknown' AND expected[k] <> step_seq[c] THEN outcomes[n] := 'changed';
        ELSIF outcomes[n] = 'granted' AND NOT forced[k] AND deltas[k] < reserved_deltas[k] AND on_hands[c] < reserveds[c] AND on_hands[c] - reserveds[c] < step_on_hand[c] - step_reserved[c] THEN outcomes[n] := 'short';
        END IF;
      END LOOP;

      IF outcomes[n] <> 'granted' THEN
        FOR k IN first_move .. after_move - 1 LOOP
          c := levels[k];
          IF outcomes[n] = 'unknown' THEN
            IF NOT known[k] THEN problems := problems || jsonb_build_array(jsonb_build_object('location_id', moves -> (places[k] - 1)::integer -> 'location_id', 'variant_id', moves -> (places[k] - 1)::integer -> 'variant_id')); END IF;
          ELSIF c IS NULL OR reported[c] = n THEN
            CONTINUE;
          ELSIF outcomes[n] = 'changed' AND expected[k] <> step_seq[c] THEN
            reported[c] := n;
            problems := problems || jsonb_build_array(jsonb_build_object('location_id', locations[c], 'variant_id', variants[c], 'expected_seq', expected[k], 'seq', step_seq[c], 'on_hand', step_on_hand[c], 'reserved', step_reserved[c]));
          ELSIF outcomes[n] = 'short' AND NOT forced[k] AND deltas[k] < reserved_deltas[k] AND on_hands[c] < reserveds[c] AND on_hands[c] - reserveds[c] < step_on_hand[c] - step_reserved[c] THEN
            reported[c] := n;
            problems := problems || jsonb_build_array(jsonb_build_object('location_id', locations[c], 'variant_id', variants[c],
              'requested', step_on_hand[c] - step_reserved[c] - on_hands[c] + reserveds[c], 'available', greatest(step_on_hand[c] - step_reserved[c], 0)));
          END IF;
        END LOOP;
        shortages_of[n] := problems;
        -- As if the step had not come.
        FOR k IN first_move .. after_move - 1 LOOP
          c := levels[k];
          move_seqs[k] := NULL;
          IF c IS NOT NULL THEN
            on_hands[c] := step_on_hand[c]; reserveds[c] := step_reserved[c]; seqs[c] := step_seq[c];
          END IF;
        END LOOP;
      END IF;
    END IF;
    first_move := after_move;
  END LOOP;

  IF 'granted' = ANY (outcomes) AND cardinality(locations) > 0 THEN
    INSERT INTO stock_movements (merchant_id, livemode, location_id, variant_id, seq, id, delta, reserved_delta, balance_after, reserved_after, reason, ref_type, ref_id, ref_line, note, actor_type, actor_id, unit_cost, occurred_at, recorded_at)
    SELECT tenant_merchant, tenant_livemode, g.location_id, g.variant_id, d.seq, g.id, d.delta, d.reserved_delta, d.balance, d.reserved, g.reason, g.ref_type, g.ref_id, coalesce(g.ref_line, ''), g.note, g.actor_type, g.actor_id,
      g.unit_cost, g.occurred_at, coalesce(g.recorded_at, g.occurred_at)
    FROM ROWS FROM (jsonb_to_recordset(moves) AS (id text, location_id text, variant_id text, reason text, ref_type text, ref_id text, ref_line text, note text, actor_type text, actor_id text, unit_cost bigint, occurred_at timestamptz, recorded_at timestamptz))
      WITH ORDINALITY AS g (id, location_id, variant_id, reason, ref_type, ref_id, ref_line, note, actor_type, actor_id, unit_cost, occurred_at, recorded_at, place)
    JOIN unnest(places, move_seqs, deltas, reserved_deltas, balances, reserved_afters) AS d (place, seq, delta, reserved_delta, balance, reserved) ON d.place = g.place
    WHERE d.seq IS NOT NULL ORDER BY g.location_id, g.variant_id, d.seq;

    UPDATE stock_levels t SET on_hand = g.on_hand, reserved = g.reserved, seq = g.seq, updated_at = written_at
    FROM unnest(locations, variants, on_hands, reserveds, seqs) AS g (location_id, variant_id, on_hand, reserved, seq)
    WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.location_id = g.location_id AND t.variant_id = g.variant_id AND t.seq <> g.seq;

    PERFORM tell_stock(tenant_merchant, tenant_livemode, written_at, locations, variants, on_hands_before, reserveds_before, on_hands, reserveds, seqs);
  END IF;

  RETURN QUERY SELECT g.place::integer, g.outcome, g.shortages FROM unnest(outcomes, shortages_of) WITH ORDINALITY AS g (outcome, shortages, place) ORDER BY g.place;
END $$;
