-- The roles lack the right; the owner of the table, who has every right, is refused as well.
CREATE OR REPLACE FUNCTION keep_z_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- erase_test_rows alone says so, and takes test rows alone.
  IF TG_OP = 'DELETE' AND current_setting('cottontree.erases_test_rows', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'A Z report is never changed or deleted.' USING ERRCODE = 'CT001';
END $$;
