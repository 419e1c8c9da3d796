-- What is where: levels, and every movement that made them. Quantities are thousandths of a unit.

CREATE TABLE stock_levels (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  location_id text NOT NULL,
  variant_id text NOT NULL,
  -- Below zero only by force, or where the variant may be sold without stock.
  on_hand bigint NOT NULL,
  -- Part of what is on hand, kept for sales that are being paid; whose it is say the movements (ref_type 'sale').
  reserved bigint NOT NULL CHECK (reserved >= 0),
  -- The last movement's number.
  seq bigint NOT NULL CHECK (seq >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, location_id, variant_id),
  FOREIGN KEY (merchant_id, livemode, location_id) REFERENCES locations (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, variant_id) REFERENCES variants (merchant_id, livemode, id)
) WITH (fillfactor = 50);
CREATE INDEX stock_levels_variant ON stock_levels (merchant_id, livemode, variant_id, location_id);
SELECT guard_tenant_table('stock_levels');

-- Append-only. Movement n of a level stands on what movement n - 1 left.
CREATE TABLE stock_movements (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  location_id text NOT NULL,
  variant_id text NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  id text NOT NULL,
  delta bigint NOT NULL,
  reserved_delta bigint NOT NULL,
  balance_after bigint NOT NULL,
  reserved_after bigint NOT NULL CHECK (reserved_after >= 0),
  reason text NOT NULL CHECK (reason IN ('sale', 'sale_offline', 'refund_restock', 'void', 'purchase', 'adjustment', 'count', 'transfer_out', 'transfer_in', 'damage', 'loss', 'reservation', 'reservation_release', 'initial')),
  -- What made it move; the same line of the same thing moves stock once for one reason.
  ref_type text NOT NULL,
  ref_id text NOT NULL,
  ref_line text NOT NULL,
  note text,
  -- Null: this service itself.
  actor_type text CHECK (actor_type IN ('key', 'staff')),
  actor_id text,
  -- Minor units of the merchant's currency, for one unit.
  unit_cost bigint CHECK (unit_cost >= 0),
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, location_id, variant_id, seq)
) WITH (fillfactor = 100);
CREATE UNIQUE INDEX stock_movements_ref ON stock_movements (merchant_id, livemode, ref_type, ref_id, ref_line, reason);
CREATE UNIQUE INDEX stock_movements_list ON stock_movements (merchant_id, livemode, recorded_at, id);
CREATE INDEX stock_movements_variant ON stock_movements (merchant_id, livemode, variant_id, recorded_at, id);
SELECT guard_tenant_table('stock_movements');
REVOKE UPDATE, DELETE ON stock_movements FROM cottontree_app, cottontree_system;

-- The roles lack the right; the tables' owner, who has every right, is refused as well.
CREATE FUNCTION refuse_stock_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Stock movements are never changed or deleted; a further movement corrects them.' USING ERRCODE = 'CT001';
END $$;
CREATE TRIGGER stock_movements_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_stock_rewrite();

-- What a change of levels makes known: low_stock where what is available came down to the threshold, not while it stays
-- there; oversold where something went that was not there; each change only while an endpoint asks for it by name, because
-- those are as many as sales.
CREATE FUNCTION tell_stock(tenant_merchant text, tenant_livemode boolean, written_at timestamptz, locations text[], variants text[],
  on_hands_before bigint[], reserveds_before bigint[], on_hands bigint[], reserveds bigint[], seqs bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
  SELECT tenant_merchant, tenant_livemode, k.kind, g.location_id || ':' || g.variant_id, g.seq::integer,
    jsonb_build_object('location_id', g.location_id, 'variant_id', g.variant_id, 'product_id', v.product_id, 'name', p.name, 'variant_name', v.name, 'sku', v.sku,
      'on_hand', trim_scale(g.on_hand / 1000.0), 'reserved', trim_scale(g.reserved / 1000.0), 'available', trim_scale((g.on_hand - g.reserved) / 1000.0), 'seq', g.seq,
      'low_stock_threshold', trim_scale(v.low_stock_threshold / 1000.0), 'is_low', coalesce(g.on_hand - g.reserved <= v.low_stock_threshold, false),
      'updated_at', to_char(written_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    written_at
  FROM unnest(locations, variants, on_hands_before, reserveds_before, on_hands, reserveds, seqs) WITH ORDINALITY AS g (location_id, variant_id, on_hand_before, reserved_before, on_hand, reserved, seq, place)
  JOIN variants v ON v.merchant_id = tenant_merchant AND v.livemode = tenant_livemode AND v.id = g.variant_id
  JOIN products p ON p.merchant_id = tenant_merchant AND p.livemode = tenant_livemode AND p.id = v.product_id
  CROSS JOIN LATERAL (VALUES
    (1, 'pos.inventory.updated', (g.on_hand <> g.on_hand_before OR g.reserved <> g.reserved_before) AND EXISTS (
      SELECT FROM webhook_endpoints e WHERE e.merchant_id = tenant_merchant AND e.livemode = tenant_livemode AND 'pos.inventory.updated' = ANY (e.events))),
    (2, 'pos.inventory.low_stock', g.on_hand_before - g.reserved_before > v.low_stock_threshold AND g.on_hand - g.reserved <= v.low_stock_threshold),
    (3, 'pos.inventory.oversold', g.on_hand < 0 AND g.on_hand < g.on_hand_before AND NOT v.allow_negative_stock)
  ) AS k (place, kind, happened)
  WHERE k.happened ORDER BY g.place, k.place
$$;

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
CREATE FUNCTION move_stock(tenant_merchant text, tenant_livemode boolean, steps_count integer, moves jsonb)
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

-- Corrections of stock; what they moved say their movements (ref_type 'adjustment').
CREATE TABLE stock_adjustments (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  client_id text,
  -- SHA-256 of the request: the same client_id with another content is refused.
  content_hash bytea NOT NULL,
  location_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, location_id) REFERENCES locations (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX stock_adjustments_client ON stock_adjustments (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
SELECT guard_tenant_table('stock_adjustments');

-- Stocktakings. Submitting moves (ref_type 'count', the variant as ref_line) what each line counted differs.
CREATE TABLE stock_counts (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  client_id text,
  content_hash bytea NOT NULL,
  location_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'submitted', 'cancelled')),
  note text,
  created_at timestamptz NOT NULL,
  submitted_at timestamptz,
  cancelled_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, location_id) REFERENCES locations (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX stock_counts_client ON stock_counts (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX stock_counts_list ON stock_counts (merchant_id, livemode, created_at, id);
SELECT guard_tenant_table('stock_counts');

CREATE TABLE stock_count_lines (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  count_id text NOT NULL,
  variant_id text NOT NULL,
  -- Its place on the list.
  position integer NOT NULL,
  -- Null: not counted yet.
  counted bigint CHECK (counted >= 0),
  -- What should have been there, and the level's seq, when it was counted.
  expected bigint,
  expected_seq bigint,
  counted_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, count_id, variant_id),
  FOREIGN KEY (merchant_id, livemode, count_id) REFERENCES stock_counts (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, variant_id) REFERENCES variants (merchant_id, livemode, id),
  CHECK ((counted IS NULL) = (expected IS NULL) AND (counted IS NULL) = (expected_seq IS NULL) AND (counted IS NULL) = (counted_at IS NULL))
) WITH (fillfactor = 80);
SELECT guard_tenant_table('stock_count_lines');

-- Stock on its way: gone from one location when sent, at the other when received (ref_type 'transfer').
CREATE TABLE stock_transfers (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  id text NOT NULL,
  client_id text,
  content_hash bytea NOT NULL,
  from_location_id text NOT NULL,
  to_location_id text NOT NULL CHECK (to_location_id <> from_location_id),
  status text NOT NULL CHECK (status IN ('sent', 'received', 'cancelled')),
  -- [{line, variant_id, product_id, name, variant_name, sku, quantity, received}], read and written whole; quantities in thousandths, as text.
  lines jsonb NOT NULL,
  note text,
  sent_at timestamptz NOT NULL,
  received_at timestamptz,
  cancelled_at timestamptz,
  PRIMARY KEY (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, from_location_id) REFERENCES locations (merchant_id, livemode, id),
  FOREIGN KEY (merchant_id, livemode, to_location_id) REFERENCES locations (merchant_id, livemode, id)
);
CREATE UNIQUE INDEX stock_transfers_client ON stock_transfers (merchant_id, livemode, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX stock_transfers_list ON stock_transfers (merchant_id, livemode, sent_at, id);
SELECT guard_tenant_table('stock_transfers');
