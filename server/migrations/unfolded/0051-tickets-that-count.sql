-- How many tickets of each type count, for the figures at the doors: a ticket that was voided is waited for no more,
-- whether or not its place is on sale again. Kept by the tickets themselves, whoever changes them.
CREATE TABLE ticket_counts (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  ticket_type_id text NOT NULL,
  -- All but the void ones.
  counting integer NOT NULL CHECK (counting >= 0),
  -- Void ones that had been admitted before: they count among those who came in, and among the tickets no more.
  void_admitted integer NOT NULL CHECK (void_admitted >= 0),
  PRIMARY KEY (merchant_id, livemode, event_id, ticket_type_id),
  FOREIGN KEY (merchant_id, livemode, event_id, ticket_type_id) REFERENCES ticket_types (merchant_id, livemode, event_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
SELECT guard_tenant_table('ticket_counts');

CREATE FUNCTION count_new_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_counts AS c (merchant_id, livemode, event_id, ticket_type_id, counting, void_admitted)
  SELECT n.merchant_id, n.livemode, n.event_id, n.ticket_type_id, count(*) FILTER (WHERE n.status <> 'void'), count(*) FILTER (WHERE n.status = 'void' AND n.used_at IS NOT NULL)
  FROM new_tickets n GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (merchant_id, livemode, event_id, ticket_type_id) DO UPDATE SET counting = c.counting + excluded.counting, void_admitted = c.void_admitted + excluded.void_admitted;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_counted AFTER INSERT ON tickets REFERENCING NEW TABLE AS new_tickets FOR EACH STATEMENT EXECUTE FUNCTION count_new_tickets();

CREATE FUNCTION recount_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_counts c SET counting = c.counting + (NEW.status <> 'void')::integer - (OLD.status <> 'void')::integer,
    void_admitted = c.void_admitted + (NEW.status = 'void' AND NEW.used_at IS NOT NULL)::integer - (OLD.status = 'void' AND OLD.used_at IS NOT NULL)::integer
  WHERE c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode AND c.event_id = NEW.event_id AND c.ticket_type_id = NEW.ticket_type_id;
  RETURN NULL;
END $$;
-- A scan changes neither, and pays nothing for it.
CREATE TRIGGER tickets_recounted AFTER UPDATE OF status, used_at ON tickets FOR EACH ROW
  WHEN ((OLD.status = 'void') <> (NEW.status = 'void') OR (NEW.status = 'void' AND (OLD.used_at IS NULL) <> (NEW.used_at IS NULL))) EXECUTE FUNCTION recount_ticket();

INSERT INTO ticket_counts (merchant_id, livemode, event_id, ticket_type_id, counting, void_admitted)
SELECT t.merchant_id, t.livemode, t.event_id, t.ticket_type_id, count(*) FILTER (WHERE t.status <> 'void'), count(*) FILTER (WHERE t.status = 'void' AND t.used_at IS NOT NULL) FROM tickets t GROUP BY 1, 2, 3, 4;
