-- Writes entries and documents of sessions that it holds FOR SHARE until the transaction ends. `entries` is an array of
--   {session_id, id, kind, tender, amount_minor, sale_id?, refund_id?, staff_id?, client_id?, content_hash?, reason?,
--    force?, occurred_at}
-- and, where a sale was completed, refunded or voided, of
--   {session_id, document_id, kind, number, total_minor, discount_minor, service_charge_minor, tip_minor,
--    cash_rounding_minor, taxes, force?, occurred_at}
-- (whatever has a document_id). Answers with each session named: 'open', 'late' (closed, and what is forced was written
-- as late), 'closed' (nothing of what is not forced was written) or 'unknown' (nothing was written). The caller
-- refuses, and rolls back, on an outcome that it does not want.
CREATE OR REPLACE FUNCTION write_cash_entries(
  tenant_merchant text, tenant_livemode boolean, entries jsonb, at timestamptz
) RETURNS TABLE (session_id text, outcome text) LANGUAGE plpgsql AS $$
DECLARE
  held jsonb;
BEGIN
  SELECT coalesce(jsonb_object_agg(l.session_id, l.status), '{}') INTO held
  FROM lock_cash_sessions(tenant_merchant, tenant_livemode, ARRAY (
    SELECT DISTINCT e.value ->> 'session_id' FROM jsonb_array_elements(entries) e)) l;

  INSERT INTO cash_entries (merchant_id, livemode, session_id, id, kind, tender, amount_minor, sale_id, refund_id,
    staff_id, client_id, content_hash, reason, late, occurred_at, recorded_at)
  SELECT tenant_merchant, tenant_livemode, e.session_id, e.id, e.kind, e.tender, e.amount_minor, e.sale_id,
    e.refund_id, e.staff_id, e.client_id, decode(e.content_hash, 'hex'), e.reason,
    held ->> e.session_id <> 'open', e.occurred_at, at
  FROM jsonb_to_recordset(entries) AS e(
    session_id text, id text, document_id text, kind text, tender text, amount_minor bigint, sale_id text,
    refund_id text, staff_id text, client_id text, content_hash text, reason text, force boolean,
    occurred_at timestamptz)
  WHERE e.document_id IS NULL AND held ? e.session_id AND (held ->> e.session_id = 'open' OR coalesce(e.force, false));

  INSERT INTO cash_documents (merchant_id, livemode, session_id, document_id, kind, number, total_minor,
    discount_minor, service_charge_minor, tip_minor, cash_rounding_minor, taxes, late, occurred_at, recorded_at)
  SELECT tenant_merchant, tenant_livemode, d.session_id, d.document_id, d.kind, d.number, d.total_minor,
    d.discount_minor, d.service_charge_minor, d.tip_minor, d.cash_rounding_minor, d.taxes,
    held ->> d.session_id <> 'open', d.occurred_at, at
  FROM jsonb_to_recordset(entries) AS d(
    session_id text, document_id text, kind text, number text, total_minor bigint, discount_minor bigint,
    service_charge_minor bigint, tip_minor bigint, cash_rounding_minor bigint, taxes jsonb, force boolean,
    occurred_at timestamptz)
  WHERE d.document_id IS NOT NULL AND held ? d.session_id
    AND (held ->> d.session_id = 'open' OR coalesce(d.force, false));

  RETURN QUERY
    SELECT e.session_id, CASE
      WHEN NOT held ? e.session_id THEN 'unknown'
      WHEN held ->> e.session_id = 'open' THEN 'open'
      WHEN bool_and(coalesce(e.force, false)) THEN 'late'
      ELSE 'closed' END
    FROM jsonb_to_recordset(entries) AS e(session_id text, force boolean) GROUP BY e.session_id ORDER BY e.session_id;
END $$;
