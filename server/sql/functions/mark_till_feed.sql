-- Gives each state of what tills keep a mark of its own, whichever program wrote it.
CREATE OR REPLACE FUNCTION mark_till_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.mark := gen_random_uuid();
  RETURN NEW;
END $$;
