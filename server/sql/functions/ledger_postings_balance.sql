-- No statement leaves entries behind that do not add up to nothing, in each currency of each transaction; so neither
-- does any number of them.
CREATE OR REPLACE FUNCTION ledger_postings_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced text;
BEGIN
  SELECT min(e.tx_id) INTO unbalanced FROM (
    SELECT n.tx_id FROM new_entries n
    GROUP BY n.merchant_id, n.livemode, n.tx_id, n.currency HAVING sum(n.amount) <> 0
  ) AS e;
  IF unbalanced IS NOT NULL THEN
    RAISE EXCEPTION 'The ledger transaction % does not balance.', unbalanced USING ERRCODE = 'CT002';
  END IF;
  RETURN NULL;
END $$;
