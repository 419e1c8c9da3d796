-- Counts a ticket out when it is voided, and in when that is undone.
CREATE OR REPLACE FUNCTION recount_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_counts c
  SET counting = c.counting + (NEW.status <> 'void')::integer - (OLD.status <> 'void')::integer,
    void_admitted = c.void_admitted
      + (NEW.status = 'void' AND NEW.used_at IS NOT NULL)::integer
      - (OLD.status = 'void' AND OLD.used_at IS NOT NULL)::integer
  WHERE c.merchant_id = NEW.merchant_id AND c.livemode = NEW.livemode
    AND c.event_id = NEW.event_id AND c.ticket_type_id = NEW.ticket_type_id;
  RETURN NULL;
END $$;
