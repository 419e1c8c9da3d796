-- Keeps the code that people typed before their ticket was handed on: a door tells it apart from what never was one.
CREATE OR REPLACE FUNCTION keep_past_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_past_codes (merchant_id, livemode, event_id, code, ticket_id)
  VALUES (OLD.merchant_id, OLD.livemode, OLD.event_id, OLD.code, OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
