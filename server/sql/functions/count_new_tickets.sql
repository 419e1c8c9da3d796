-- Counts new tickets among those of their type that count.
CREATE OR REPLACE FUNCTION count_new_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_counts AS c (merchant_id, livemode, event_id, ticket_type_id, counting, void_admitted)
  SELECT n.merchant_id, n.livemode, n.event_id, n.ticket_type_id,
    count(*) FILTER (WHERE n.status <> 'void'),
    count(*) FILTER (WHERE n.status = 'void' AND n.used_at IS NOT NULL)
  FROM new_tickets n GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (merchant_id, livemode, event_id, ticket_type_id) DO UPDATE
    SET counting = c.counting + excluded.counting, void_admitted = c.void_admitted + excluded.void_admitted;
  RETURN NULL;
END $$;
