-- Who carries for whom, where a parcel is given to somebody, whichever statement does it. Under the app role, other
-- merchants' riders are not even there.
CREATE OR REPLACE FUNCTION refuse_foreign_courier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM drivers v
    WHERE v.id = NEW.driver_id AND courier_carries(v.merchant_id, v.livemode, NEW.merchant_id, NEW.livemode)
  ) THEN
    RAISE EXCEPTION 'courier % does not carry for this merchant in this mode', NEW.driver_id;
  END IF;
  RETURN NEW;
END $$;
