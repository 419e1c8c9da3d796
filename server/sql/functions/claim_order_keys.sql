-- For change_ticket_orders: keeps the records of the requests of steps that nothing speaks against, and answers with
-- those whose Idempotency-Key came before.
CREATE OR REPLACE FUNCTION claim_order_keys(
  tenant_merchant text, tenant_livemode boolean, claims jsonb, outcomes text[]
) RETURNS TABLE (place integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(claims)
        AS g (step integer, key text, request_hash bytea, effect text, answer bytea, created_at timestamptz)
      WHERE outcomes[g.step] IS NULL
    ), claimed AS (
      INSERT INTO idempotency_keys (merchant_id, livemode, key, request_hash, effect, answer, created_at)
      SELECT tenant_merchant, tenant_livemode, w.key, w.request_hash, w.effect, w.answer, w.created_at
      FROM wanted w ORDER BY w.key ON CONFLICT DO NOTHING RETURNING key
    )
    SELECT w.step FROM wanted w WHERE w.key NOT IN (SELECT c.key FROM claimed c);
END $$;
