-- The only writer of `held` and `sold`. Decides about many steps of one event at once, first come first served, and
-- writes those that it grants with all that belongs to them. Each step is one order, new or changed, as its caller
-- decided on what it had read; it is granted only if nothing that it rests on has changed, and if what it takes is
-- there. Locks in one order (counters, promo codes, orders, tickets, entries; each by id), so that no two callers can
-- wait for each other.
--
-- `steps` are {id, version (null: a new order), at, selling (whether it must be on sale), takes: [{counter, held,
-- sold}]}. `rows` are what they write, each kind a list that is there if it is not empty: new_orders and
-- changed_orders, new_tickets, voided_tickets, payments, refunds, entries (of the waiting list), claims, facts, stock
-- (what is told of ticket types), and promos: the ids of promo codes among the counters.
--
-- Outcomes: granted; stale (the event is another by now); moved (the order is, or what else the step rests on);
-- repeated (the Idempotency-Key came before); closed, early, late (not on sale); short (fewer are left).
CREATE OR REPLACE FUNCTION change_ticket_orders(
  tenant_merchant text, tenant_livemode boolean, the_event text, event_version integer, steps jsonb, rows jsonb
) RETURNS TABLE (step integer, outcome text, counter_id text, remaining integer, opens_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids text[] := ARRAY (SELECT s ->> 'id' FROM jsonb_array_elements(steps) AS s);
  outcomes text[] := array_fill(NULL::text, ARRAY[cardinality(ids)]);
  short_of text[] := outcomes;
  short_room integer[] := array_fill(NULL::integer, ARRAY[cardinality(ids)]);
  openings timestamptz[] := array_fill(NULL::timestamptz, ARRAY[cardinality(ids)]);
  granted text[];
  counters capacity_counters[];
  judged record;
BEGIN
  counters := hold_ticket_counters(tenant_merchant, tenant_livemode, the_event, event_version, rows);
  IF counters IS NULL THEN
    RETURN QUERY SELECT g.place, 'stale', NULL::text, NULL::integer, NULL::timestamptz
      FROM generate_series(1, cardinality(ids)) AS g (place);
    RETURN;
  END IF;
  IF rows ?| '{changed_orders,voided_tickets,entries,payments,claims}' THEN
    FOR judged IN SELECT * FROM find_overtaken_orders(tenant_merchant, tenant_livemode, the_event, steps, rows) LOOP
      outcomes[judged.place] := judged.outcome;
    END LOOP;
  END IF;
  FOR judged IN SELECT * FROM place_ticket_orders(steps, counters, outcomes) LOOP
    outcomes[judged.place] := judged.outcome;
    short_of[judged.place] := judged.counter_id;
    short_room[judged.place] := judged.remaining;
    openings[judged.place] := judged.opens_at;
  END LOOP;
  -- A key that another operation took in this very moment: the step goes back, as if it had not come.
  IF rows ? 'claims' THEN
    FOR judged IN SELECT * FROM claim_order_keys(tenant_merchant, tenant_livemode, rows -> 'claims', outcomes) LOOP
      outcomes[judged.place] := 'repeated';
    END LOOP;
  END IF;

  granted := ARRAY (SELECT g.id FROM unnest(ids, outcomes) AS g (id, outcome) WHERE g.outcome IS NULL);
  IF cardinality(granted) > 0 THEN
    PERFORM take_ticket_counters(tenant_merchant, tenant_livemode, the_event, steps, rows, granted);
    PERFORM write_ticket_orders(tenant_merchant, tenant_livemode, the_event, rows, granted);
    PERFORM write_ticket_order_parts(tenant_merchant, tenant_livemode, the_event, rows, granted);
    IF rows ? 'facts' THEN
      INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at, trace)
      SELECT tenant_merchant, tenant_livemode, g.kind, g.entity, g.sequence, g.facts, g.at, g.trace
      FROM ROWS FROM (jsonb_to_recordset(rows -> 'facts')
        AS (order_id text, kind text, entity text, sequence integer, facts jsonb, at timestamptz, trace text)
      ) WITH ORDINALITY AS g (order_id, kind, entity, sequence, facts, at, trace, place)
      WHERE g.order_id = ANY (granted) ORDER BY g.place;
    END IF;
    IF rows ? 'stock' THEN
      PERFORM tell_ticket_stock(tenant_merchant, tenant_livemode, the_event, steps, rows -> 'stock', granted);
    END IF;
  END IF;
  RETURN QUERY
    SELECT g.place::integer, coalesce(g.outcome, 'granted'), g.short_of, g.short_room, g.opening
    FROM unnest(outcomes, short_of, short_room, openings)
      WITH ORDINALITY AS g (outcome, short_of, short_room, opening, place)
    ORDER BY g.place;
END $$;
