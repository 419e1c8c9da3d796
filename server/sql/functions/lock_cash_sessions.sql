-- Holds sessions so that none of them closes before the transaction ends, and tells where each stands; a session that
-- is not there is not answered. Call it before any other lock of the transaction is taken.
CREATE OR REPLACE FUNCTION lock_cash_sessions(tenant_merchant text, tenant_livemode boolean, session_ids text[])
RETURNS TABLE (session_id text, status text, terminal_id text, location_id text)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
    SELECT s.id, s.status, s.terminal_id, s.location_id FROM cash_sessions s
    WHERE s.merchant_id = tenant_merchant AND s.livemode = tenant_livemode AND s.id = ANY (session_ids)
    ORDER BY s.id FOR SHARE;
END $$;
