-- Codes that people typed before their ticket was handed on: a door tells them apart from what never was one.

CREATE TABLE ticket_past_codes (
  merchant_id text NOT NULL,
  livemode boolean NOT NULL,
  event_id text NOT NULL,
  code text NOT NULL CHECK (length(code) = 10),
  ticket_id text NOT NULL,
  PRIMARY KEY (merchant_id, livemode, event_id, code),
  FOREIGN KEY (merchant_id, livemode, ticket_id) REFERENCES tickets (merchant_id, livemode, id) ON DELETE CASCADE
);
CREATE INDEX ticket_past_codes_ticket ON ticket_past_codes (merchant_id, livemode, ticket_id);
SELECT guard_tenant_table('ticket_past_codes');

CREATE FUNCTION keep_past_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_past_codes (merchant_id, livemode, event_id, code, ticket_id)
  VALUES (OLD.merchant_id, OLD.livemode, OLD.event_id, OLD.code, OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_past_codes AFTER UPDATE OF code ON tickets FOR EACH ROW WHEN (OLD.code <> NEW.code) EXECUTE FUNCTION keep_past_code();
