-- Tells tills that the settings changed.
CREATE OR REPLACE FUNCTION note_settings_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
BEGIN
  INSERT INTO till_feeds AS f (merchant_id, livemode, last_seq) VALUES (NEW.merchant_id, NEW.livemode, 1)
  ON CONFLICT (merchant_id, livemode) DO UPDATE SET last_seq = f.last_seq + 1 RETURNING f.last_seq INTO last;
  INSERT INTO till_changes (merchant_id, livemode, kind, id, seq, deleted)
  VALUES (NEW.merchant_id, NEW.livemode, 'settings', 'settings', last, false)
  ON CONFLICT (merchant_id, livemode, kind, id) DO UPDATE SET seq = excluded.seq;
  RETURN NULL;
END $$;
