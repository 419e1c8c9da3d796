-- Takes up to so many of a merchant's test rows out of a table, by right of its owner: the roles of the program delete
-- nothing of a ledger. It can name no live row. What the merchant set up stays, and what is said of requests since.
CREATE OR REPLACE FUNCTION erase_test_rows(the_table text, erasure test_erasures, rows_max integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  target regclass := to_regclass(quote_ident(the_table));
  erased integer;
BEGIN
  IF target IS NULL THEN RETURN 0; END IF; -- a day's partition that is past its time
  PERFORM set_config('cottontree.erases_test_rows', 'on', true);
  IF the_table = 'cash_deposit_jobs' THEN
    erased := erase_test_deposits(erasure.merchant_id);
  ELSE
    -- What refers to rows of its own table goes whole, for a part may be what the rest refers to.
    IF EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = target AND k.confrelid = target) THEN
      rows_max := NULL;
    END IF;
    EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE %2$s LIMIT $4)) AND %2$s',
      target, test_rows_of(target))
    USING erasure.merchant_id, erasure.asked_at, erasure.request_key, rows_max;
    GET DIAGNOSTICS erased = ROW_COUNT;
  END IF;
  PERFORM set_config('cottontree.erases_test_rows', '', true);
  RETURN erased;
END $$;
REVOKE ALL ON FUNCTION erase_test_rows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_test_rows TO cottontree_system;
