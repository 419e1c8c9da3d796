-- The one place where a sale gets its number, for change_sales: rows of sales of which only that is set which the
-- database gives them, at the places of their steps; null where a step is not granted. Numbers follow the order of the
-- steps, from the counters that the caller holds. A receipt has the number that the till gave it, or else the sale's.
CREATE OR REPLACE FUNCTION number_sales(
  tenant_merchant text, tenant_livemode boolean, the_location text, steps jsonb,
  outcomes text[], closed boolean[], oversold boolean[]
) RETURNS sales[] LANGUAGE plpgsql AS $$
DECLARE
  given sales[] := array_fill(NULL::sales, ARRAY[cardinality(outcomes)]);
  nothing sales;
  one sales;
  wanted record;
  digits text;
  -- The next number of each period.
  upcoming jsonb := '{}';
BEGIN
  FOR wanted IN
    SELECT s.place::integer, s.id, n.period, n.head, n.tail, n.digits, n.receipt_number
    FROM ROWS FROM (jsonb_to_recordset(steps) AS (id text, numbering jsonb)) WITH ORDINALITY AS s (id, numbering, place)
    LEFT JOIN LATERAL jsonb_to_record(s.numbering)
      AS n (period text, head text, tail text, digits integer, receipt_number text) ON s.numbering IS NOT NULL
    WHERE outcomes[s.place] IS NULL ORDER BY s.place
  LOOP
    one := nothing;
    one.id := wanted.id;
    one.flags := '{}';
    IF closed[wanted.place] THEN one.flags := one.flags || 'closed_session'::text; END IF;
    IF oversold[wanted.place] THEN one.flags := one.flags || 'oversold'::text; END IF;
    IF wanted.period IS NOT NULL THEN
      one.number := upcoming ->> wanted.period;
      IF one.number IS NULL THEN
        SELECT c.next INTO STRICT one.number FROM sale_counters c
        WHERE c.merchant_id = tenant_merchant AND c.livemode = tenant_livemode AND c.location_id = the_location
          AND c.period = wanted.period;
      END IF;
      upcoming := upcoming || jsonb_build_object(wanted.period, one.number + 1);
      digits := one.number::text;
      one.number_period := wanted.period;
      one.number_text := wanted.head || lpad(digits, greatest(wanted.digits, length(digits)), '0') || wanted.tail;
      one.receipt_number := coalesce(wanted.receipt_number, one.number_text);
    END IF;
    given[wanted.place] := one;
  END LOOP;
  IF upcoming <> '{}' THEN
    UPDATE sale_counters c SET next = u.next::bigint FROM jsonb_each_text(upcoming) AS u (period, next)
    WHERE c.merchant_id = tenant_merchant AND c.livemode = tenant_livemode AND c.location_id = the_location
      AND c.period = u.period;
  END IF;
  RETURN given;
END $$;
