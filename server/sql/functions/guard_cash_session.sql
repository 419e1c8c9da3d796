-- A cash session only goes forward: open, closing, closed.
CREATE OR REPLACE FUNCTION guard_cash_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'closed' THEN
    RAISE EXCEPTION 'A closed cash session never changes.' USING ERRCODE = 'CT001';
  END IF;
  IF NEW.status = 'open' AND OLD.status = 'closing' THEN
    RAISE EXCEPTION 'A cash session that is being closed does not open again.' USING ERRCODE = 'CT001';
  END IF;
  RETURN NEW;
END $$;
