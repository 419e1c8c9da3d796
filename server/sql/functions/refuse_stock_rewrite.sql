-- The roles lack the right; the owner of the table, who has every right, is refused as well.
CREATE OR REPLACE FUNCTION refuse_stock_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- erase_test_rows alone says so, and takes test rows alone.
  IF TG_OP = 'DELETE' AND current_setting('cottontree.erases_test_rows', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'Stock movements are never changed or deleted; a further movement corrects them.'
    USING ERRCODE = 'CT001';
END $$;
