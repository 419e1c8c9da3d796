-- The only writer of a sale's status. Decides about many steps of one location at once, first come first served, and
-- writes those that it grants with all that belongs to them: the stock that moves, the number, lines, payments,
-- messages and the record of the request. Each step is one sale, new or changed, as its caller decided on what it had
-- read; it is granted only if nothing that it rests on has changed and if the stock that it takes is there. Locks in
-- one order (the location, customers by id, drawers by id, the location's counter, sales by id, stock), so that no two
-- callers can wait for each other.
--
-- `steps` are {id, version (null: a new sale), numbering? {period, head, tail, digits, receipt_number: it gets a
-- number}, drawer? (the cash session that must be open), anywhere? (it may stand at another location), past? (it
-- happened without network, so that a closed drawer or too little stock only marks it)}. `rows` are what they write,
-- each kind a list that is there if it is not empty: new_sales and changed_sales, lines, payments (rows of their
-- tables), claims, moves, entries (as move_stock and write_cash_entries have them) and facts, which name their step by
-- its place.
--
-- Outcomes: granted; moved (the sale is another by now); known (the client_id came before); repeated (the
-- Idempotency-Key did); shut (a new sale, and the location takes none any more); forgotten (the customer); closed,
-- drawerless (the cash session); short, unknown, changed (see move_stock). What is granted is answered with what the
-- database alone gives a sale: its number, where it got one, and the flags that mark it.
CREATE OR REPLACE FUNCTION change_sales(
  tenant_merchant text, tenant_livemode boolean, the_location text, steps jsonb, rows jsonb, written_at timestamptz
) RETURNS TABLE (
  step integer, outcome text, shortages jsonb,
  number bigint, number_period text, number_text text, receipt_number text, marks text[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  steps_count integer := jsonb_array_length(steps);
  outcomes text[] := array_fill(NULL::text, ARRAY[steps_count]);
  shortages_of jsonb[] := array_fill(NULL::jsonb, ARRAY[steps_count]);
  closed boolean[] := array_fill(false, ARRAY[steps_count]);
  oversold boolean[] := closed;
  claims jsonb := rows -> 'claims';
  given sales[];
  judged record;
BEGIN
  FOR judged IN SELECT * FROM find_shut_sales(tenant_merchant, tenant_livemode, the_location, steps) LOOP
    outcomes[judged.place] := 'shut';
  END LOOP;
  FOR judged IN SELECT * FROM find_forgotten_buyers(tenant_merchant, tenant_livemode, steps, rows) LOOP
    outcomes[judged.place] := 'forgotten';
  END LOOP;
  IF steps @? '$[*].drawer' THEN
    FOR judged IN SELECT * FROM judge_sale_drawers(tenant_merchant, tenant_livemode, the_location, steps) LOOP
      IF judged.outcome = 'past' THEN closed[judged.place] := true;
      ELSE outcomes[judged.place] := judged.outcome;
      END IF;
    END LOOP;
  END IF;
  IF steps @? '$[*].numbering' THEN
    PERFORM hold_sale_counters(tenant_merchant, tenant_livemode, the_location, steps);
  END IF;
  FOR judged IN SELECT * FROM find_overtaken_sales(tenant_merchant, tenant_livemode, steps, rows) LOOP
    outcomes[judged.place] := judged.outcome;
  END LOOP;
  IF claims IS NOT NULL THEN
    FOR judged IN SELECT * FROM claim_sale_keys(tenant_merchant, tenant_livemode, claims, outcomes) LOOP
      outcomes[judged.place] := 'repeated';
    END LOOP;
  END IF;
  -- First come first served; a later one that wants less may still fit. What is short gives its key back.
  IF rows ? 'moves' THEN
    FOR judged IN SELECT * FROM move_sale_stock(tenant_merchant, tenant_livemode, rows -> 'moves', outcomes) LOOP
      outcomes[judged.place] := judged.outcome;
      shortages_of[judged.place] := judged.shortages;
    END LOOP;
    IF claims IS NOT NULL THEN
      PERFORM return_sale_keys(tenant_merchant, tenant_livemode, claims, outcomes);
    END IF;
  END IF;
  IF steps @? '$[*].past' THEN
    FOR judged IN SELECT * FROM find_oversold_sales(tenant_merchant, tenant_livemode, steps) LOOP
      oversold[judged.place] := true;
    END LOOP;
  END IF;

  given := number_sales(tenant_merchant, tenant_livemode, the_location, steps, outcomes, closed, oversold);
  PERFORM write_sales(tenant_merchant, tenant_livemode, the_location, rows, given);
  PERFORM tell_sales(tenant_merchant, tenant_livemode, rows, given, written_at);
  FOR place IN 1 .. steps_count LOOP
    step := place;
    outcome := coalesce(outcomes[place], 'granted');
    shortages := shortages_of[place];
    number := (given[place]).number;
    number_period := (given[place]).number_period;
    number_text := (given[place]).number_text;
    receipt_number := (given[place]).receipt_number;
    marks := (given[place]).flags;
    RETURN NEXT;
  END LOOP;
END $$;
