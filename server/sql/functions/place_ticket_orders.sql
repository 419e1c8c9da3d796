-- For change_ticket_orders: the steps among those that nothing speaks against so far which do not find what they take,
-- first come first served; a later one that wants less may still fit.
CREATE OR REPLACE FUNCTION place_ticket_orders(steps jsonb, counters capacity_counters[], outcomes text[])
RETURNS TABLE (place integer, outcome text, counter_id text, remaining integer, opens_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  ids text[] := '{}';
  room integer[] := '{}';
  c capacity_counters;
  wanted record;
  take jsonb;
  n integer;
  amount integer;
  last integer;
BEGIN
  FOREACH c IN ARRAY counters LOOP
    ids := ids || c.id;
    room := room || coalesce(c.capacity, 2000000000) - c.held - c.sold;
  END LOOP;
  FOR wanted IN
    SELECT s.place::integer, s.at, s.selling, s.takes
    FROM ROWS FROM (jsonb_to_recordset(steps) AS (at timestamptz, selling boolean, takes jsonb))
      WITH ORDINALITY AS s (at, selling, takes, place)
    WHERE outcomes[s.place] IS NULL ORDER BY s.place
  LOOP
    place := wanted.place; outcome := 'granted'; counter_id := NULL; remaining := NULL; opens_at := NULL;
    last := jsonb_array_length(wanted.takes) - 1;
    FOR k IN 0 .. last LOOP
      take := wanted.takes -> k;
      n := array_position(ids, take ->> 'counter');
      IF n IS NULL THEN outcome := 'stale'; last := k - 1; EXIT; END IF;
      c := counters[n];
      amount := (take ->> 'held')::integer + (take ->> 'sold')::integer;
      IF wanted.selling AND NOT c.open THEN outcome := 'closed';
      ELSIF wanted.selling AND wanted.at < c.sales_start THEN outcome := 'early'; opens_at := c.sales_start;
      ELSIF wanted.selling AND wanted.at >= c.sales_end THEN outcome := 'late';
      ELSIF amount > 0 AND amount > room[n] THEN outcome := 'short'; remaining := greatest(room[n], 0);
      END IF;
      IF outcome <> 'granted' THEN counter_id := c.id; last := k - 1; EXIT; END IF;
      room[n] := room[n] - amount;
    END LOOP;
    CONTINUE WHEN outcome = 'granted';
    -- As if the step had not come.
    FOR k IN 0 .. last LOOP
      take := wanted.takes -> k;
      n := array_position(ids, take ->> 'counter');
      room[n] := room[n] + (take ->> 'held')::integer + (take ->> 'sold')::integer;
    END LOOP;
    RETURN NEXT;
  END LOOP;
END $$;
