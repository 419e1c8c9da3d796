-- For erase_test_rows: couriers hand in the cash of several merchants at once, so that of a deposit only the merchant's
-- share goes, and the deposit with the last share.
CREATE OR REPLACE FUNCTION erase_test_deposits(the_merchant text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  share record;
  erased integer := 0;
BEGIN
  FOR share IN
    WITH gone AS (
      DELETE FROM cash_deposit_jobs j WHERE j.merchant_id = the_merchant AND j.livemode = false
      RETURNING j.deposit_id, j.amount
    )
    SELECT g.deposit_id, sum(g.amount) AS amount, count(*) AS jobs FROM gone g GROUP BY 1 ORDER BY 1
  LOOP
    erased := erased + share.jobs;
    DELETE FROM cash_deposits c WHERE c.id = share.deposit_id
      AND NOT EXISTS (SELECT FROM cash_deposit_jobs j WHERE j.deposit_id = c.id);
    UPDATE cash_deposits c
    SET declared = c.declared - share.amount, counted = greatest(c.counted - share.amount, 0)
    WHERE c.id = share.deposit_id;
  END LOOP;
  RETURN erased;
END $$;
REVOKE ALL ON FUNCTION erase_test_deposits FROM PUBLIC;
