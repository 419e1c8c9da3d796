-- For change_ticket_orders: holds the event's counters and the promo codes that steps take of, and answers with what is
-- left of each; null where the event is another than the caller knows. A promo code's uses are one more thing of which
-- there can be too few, so it stands there as a counter, whose uses are held.
CREATE OR REPLACE FUNCTION hold_ticket_counters(
  tenant_merchant text, tenant_livemode boolean, the_event text, event_version integer, rows jsonb
) RETURNS capacity_counters[] LANGUAGE plpgsql AS $$
DECLARE
  counters capacity_counters[];
  promo promo_codes;
  one capacity_counters;
BEGIN
  SELECT array_agg(l) INTO counters FROM (
    SELECT * FROM capacity_counters c
    WHERE c.merchant_id = tenant_merchant AND c.livemode = tenant_livemode AND c.event_id = the_event
    ORDER BY c.id FOR UPDATE) AS l;
  IF event_version IS DISTINCT FROM (
    SELECT e.version FROM events e
    WHERE e.merchant_id = tenant_merchant AND e.livemode = tenant_livemode AND e.id = the_event
  ) THEN RETURN NULL; END IF;
  counters := coalesce(counters, '{}');
  IF rows ? 'promos' THEN
    FOR promo IN
      SELECT * FROM promo_codes p
      WHERE p.merchant_id = tenant_merchant AND p.livemode = tenant_livemode AND p.event_id = the_event
        AND rows -> 'promos' ? p.id
      ORDER BY p.id FOR UPDATE
    LOOP
      one.id := promo.id; one.capacity := promo.max_uses; one.held := promo.uses; one.sold := 0;
      one.open := promo.active AND promo.deleted_at IS NULL;
      one.sales_start := promo.valid_from; one.sales_end := promo.valid_until;
      counters := counters || one;
    END LOOP;
  END IF;
  RETURN counters;
END $$;
