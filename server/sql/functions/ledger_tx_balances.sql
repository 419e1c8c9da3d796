-- What 0103 makes its trigger of, until 0139 puts ledger_postings_balance in its place: no transaction commits whose
-- entries do not add up to nothing, in each currency.
CREATE OR REPLACE FUNCTION ledger_tx_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_entries e
  WHERE e.merchant_id = NEW.merchant_id AND e.livemode = NEW.livemode AND e.tx_id = NEW.tx_id
  GROUP BY e.currency HAVING sum(e.amount) <> 0;
  IF FOUND THEN
    RAISE EXCEPTION 'The ledger transaction % does not balance.', NEW.tx_id USING ERRCODE = 'CT002';
  END IF;
  RETURN NULL;
END $$;
