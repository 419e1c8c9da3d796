-- For change_ticket_orders: the steps that rest on something which has changed since. Holds the orders, tickets and
-- entries that are to change.
CREATE OR REPLACE FUNCTION find_overtaken_orders(
  tenant_merchant text, tenant_livemode boolean, the_event text, steps jsonb, rows jsonb
) RETURNS TABLE (place integer, outcome text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids text[] := ARRAY (SELECT s ->> 'id' FROM jsonb_array_elements(steps) AS s);
BEGIN
  IF rows ? 'changed_orders' THEN
    RETURN QUERY
      SELECT array_position(ids, g.id), 'moved' FROM jsonb_to_recordset(steps) AS g (id text, version integer)
      LEFT JOIN (
        SELECT o.id, o.version FROM ticket_orders o
        WHERE o.merchant_id = tenant_merchant AND o.livemode = tenant_livemode AND o.id = ANY (ids)
        ORDER BY o.id FOR UPDATE
      ) AS l ON l.id = g.id
      WHERE g.version IS NOT NULL AND l.version IS DISTINCT FROM g.version;
  END IF;
  IF rows ? 'voided_tickets' THEN
    RETURN QUERY
      SELECT array_position(ids, g.order_id), 'moved'
      FROM jsonb_to_recordset(rows -> 'voided_tickets') AS g (order_id text, id text, version integer)
      LEFT JOIN (
        SELECT t.id, t.version FROM tickets t
        WHERE t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode
          AND t.id IN (SELECT v ->> 'id' FROM jsonb_array_elements(rows -> 'voided_tickets') AS v)
        ORDER BY t.id FOR UPDATE
      ) AS l ON l.id = g.id
      WHERE l.version IS DISTINCT FROM g.version;
  END IF;
  IF rows ? 'entries' THEN
    RETURN QUERY
      SELECT array_position(ids, g.for_order), 'moved'
      FROM jsonb_to_recordset(rows -> 'entries') AS g (for_order text, id text, version integer)
      LEFT JOIN (
        SELECT w.id, w.version FROM waitlist_entries w
        WHERE w.merchant_id = tenant_merchant AND w.livemode = tenant_livemode AND w.event_id = the_event
          AND w.id IN (SELECT e ->> 'id' FROM jsonb_array_elements(rows -> 'entries') AS e)
        ORDER BY w.id FOR UPDATE
      ) AS l ON l.id = g.id
      WHERE l.version IS DISTINCT FROM g.version - 1;
  END IF;
  IF rows ? 'payments' THEN
    RETURN QUERY
      SELECT array_position(ids, g.order_id), 'moved'
      FROM jsonb_to_recordset(rows -> 'payments') AS g (order_id text, payment_id text)
      WHERE EXISTS (
        SELECT FROM ticket_order_payments p
        WHERE p.merchant_id = tenant_merchant AND p.livemode = tenant_livemode AND p.payment_id = g.payment_id);
  END IF;
  IF rows ? 'claims' THEN
    RETURN QUERY
      SELECT g.step, 'repeated' FROM jsonb_to_recordset(rows -> 'claims') AS g (step integer, key text)
      WHERE EXISTS (
        SELECT FROM idempotency_keys i
        WHERE i.merchant_id = tenant_merchant AND i.livemode = tenant_livemode AND i.key = g.key);
  END IF;
END $$;
