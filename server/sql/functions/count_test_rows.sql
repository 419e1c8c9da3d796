-- How many of a merchant's test rows erase_test_rows would find in these tables.
CREATE OR REPLACE FUNCTION count_test_rows(the_tables text[], erasure test_erasures) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  the_table text;
  found_there bigint;
  found_all bigint := 0;
BEGIN
  FOREACH the_table IN ARRAY the_tables LOOP
    CONTINUE WHEN to_regclass(quote_ident(the_table)) IS NULL;
    EXECUTE format('SELECT count(*) FROM %I WHERE %s', the_table, test_rows_of(to_regclass(quote_ident(the_table))))
    INTO found_there USING erasure.merchant_id, erasure.asked_at, erasure.request_key;
    found_all := found_all + found_there;
  END LOOP;
  RETURN found_all;
END $$;
REVOKE ALL ON FUNCTION count_test_rows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_test_rows TO cottontree_system;
