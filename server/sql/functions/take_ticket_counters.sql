-- For change_ticket_orders: writes what granted steps take of the event's counters and of promo codes.
CREATE OR REPLACE FUNCTION take_ticket_counters(
  tenant_merchant text, tenant_livemode boolean, the_event text, steps jsonb, rows jsonb, granted text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counters text[] := '{}'; helds integer[] := '{}'; solds integer[] := '{}';
  step record;
  take jsonb;
  n integer;
BEGIN
  FOR step IN SELECT s.takes FROM jsonb_to_recordset(steps) AS s (id text, takes jsonb) WHERE s.id = ANY (granted) LOOP
    FOR k IN 0 .. jsonb_array_length(step.takes) - 1 LOOP
      take := step.takes -> k;
      n := array_position(counters, take ->> 'counter');
      IF n IS NULL THEN
        counters := counters || (take ->> 'counter'); helds := helds || 0; solds := solds || 0;
        n := cardinality(counters);
      END IF;
      helds[n] := helds[n] + (take ->> 'held')::integer;
      solds[n] := solds[n] + (take ->> 'sold')::integer;
    END LOOP;
  END LOOP;
  UPDATE capacity_counters t SET held = t.held + g.held, sold = t.sold + g.sold
  FROM unnest(counters, helds, solds) AS g (id, held, sold)
  WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event AND t.id = g.id
    AND (g.held <> 0 OR g.sold <> 0);
  IF rows ? 'promos' THEN
    UPDATE promo_codes t SET uses = t.uses + g.held
    FROM unnest(counters, helds) AS g (id, held)
    WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event AND t.id = g.id
      AND g.held <> 0;
  END IF;
END $$;
