-- For change_sales: gives the keys of requests back that were refused after all, so that they can be sent again.
CREATE OR REPLACE FUNCTION return_sale_keys(
  tenant_merchant text, tenant_livemode boolean, claims jsonb, outcomes text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(array_remove(outcomes, NULL)) = 0 THEN RETURN; END IF;
  DELETE FROM idempotency_keys i USING jsonb_to_recordset(claims) AS g (step integer, key text, effect text)
  WHERE i.merchant_id = tenant_merchant AND i.livemode = tenant_livemode AND i.key = g.key AND i.effect = g.effect
    AND outcomes[g.step] IS NOT NULL AND outcomes[g.step] <> 'repeated';
END $$;
