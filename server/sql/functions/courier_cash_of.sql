-- What a courier holds: live cash of all merchants counts together, test cash is each merchant's own.
CREATE OR REPLACE FUNCTION courier_cash_of(driver text, tenant text, live boolean) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.amount), 0) FROM courier_cash c
  WHERE c.driver_id = driver AND c.livemode = live AND (live OR c.merchant_id = tenant)
$$;
