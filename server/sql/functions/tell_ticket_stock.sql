-- For change_ticket_orders, after the counters were written: tells where the last tenth of a ticket type, or the last
-- one, was reached by these very steps; not while it lasts.
CREATE OR REPLACE FUNCTION tell_ticket_stock(
  tenant_merchant text, tenant_livemode boolean, the_event text, steps jsonb, stock jsonb, granted text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  edge record;
BEGIN
  FOR edge IN
    SELECT s.ticket_type_id, s.facts, s.at, t.sold, t.held, t.capacity, w.kind
    FROM jsonb_to_recordset(stock) AS s (ticket_type_id text, facts jsonb, at timestamptz)
    JOIN (
      SELECT t.counter, sum(t.sold) AS sold FROM jsonb_to_recordset(steps) AS s (id text, takes jsonb)
      CROSS JOIN LATERAL jsonb_to_recordset(s.takes) AS t (counter text, sold integer)
      WHERE s.id = ANY (granted) GROUP BY t.counter
    ) AS b ON b.counter = s.ticket_type_id AND b.sold > 0
    JOIN capacity_counters t
      ON t.merchant_id = tenant_merchant AND t.livemode = tenant_livemode AND t.event_id = the_event
      AND t.id = b.counter
    CROSS JOIN LATERAL (VALUES
      (1, 'ticket_type.low_stock',
        (t.sold - b.sold) * 10 < t.capacity::bigint * 9 AND t.sold::bigint * 10 >= t.capacity::bigint * 9),
      (2, 'ticket_type.sold_out', t.sold - b.sold < t.capacity AND t.sold >= t.capacity)) AS w (turn, kind, reached)
    WHERE w.reached ORDER BY s.ticket_type_id, w.turn
  LOOP
    WITH numbered AS (
      INSERT INTO ticket_type_stock AS n (merchant_id, livemode, event_id, ticket_type_id, sequence)
      VALUES (tenant_merchant, tenant_livemode, the_event, edge.ticket_type_id, 1)
      ON CONFLICT (merchant_id, livemode, event_id, ticket_type_id) DO UPDATE SET sequence = n.sequence + 1
      RETURNING n.sequence
    )
    INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at)
    SELECT tenant_merchant, tenant_livemode, edge.kind, edge.ticket_type_id, m.sequence,
      edge.facts || jsonb_build_object('status', split_part(edge.kind, '.', 2), 'quantity_available', edge.capacity,
        'quantity_sold', edge.sold, 'quantity_held', edge.held), edge.at
    FROM numbered m;
  END LOOP;
END $$;
