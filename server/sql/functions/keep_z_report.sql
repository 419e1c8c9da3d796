-- The roles lack the right; the owner of the table, who has every right, is refused as well.
CREATE OR REPLACE FUNCTION keep_z_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A Z report is never changed or deleted.' USING ERRCODE = 'CT001';
END $$;
