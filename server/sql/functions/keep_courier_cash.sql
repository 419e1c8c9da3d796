-- The app role writes into the ledger of its merchant, but may not see what a courier holds of others.
CREATE OR REPLACE FUNCTION keep_courier_cash() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO courier_cash (driver_id, merchant_id, livemode, amount)
  VALUES (substr(NEW.account, 14), NEW.merchant_id, NEW.livemode, NEW.amount)
  ON CONFLICT (driver_id, merchant_id, livemode) DO UPDATE SET amount = courier_cash.amount + excluded.amount;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_courier_cash FROM PUBLIC;
