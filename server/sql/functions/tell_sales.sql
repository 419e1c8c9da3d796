-- For change_sales: what drawers and messages know of the sales that were granted, with the numbers and marks that they
-- got.
CREATE OR REPLACE FUNCTION tell_sales(
  tenant_merchant text, tenant_livemode boolean, rows jsonb, given sales[], written_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF rows ? 'entries' THEN
    PERFORM write_cash_entries(tenant_merchant, tenant_livemode, w.entries, written_at) FROM (
      SELECT jsonb_agg(CASE WHEN g.entry ? 'document_id' AND a.number IS NOT NULL
        THEN g.entry || jsonb_build_object('number', a.number_text) ELSE g.entry END ORDER BY g.place) AS entries
      FROM jsonb_array_elements(rows -> 'entries') WITH ORDINALITY AS g (entry, place)
      JOIN unnest(given) WITH ORDINALITY AS a ON a.ordinality = (g.entry ->> 'step')::integer AND a.id IS NOT NULL
    ) AS w WHERE w.entries IS NOT NULL;
  END IF;
  IF rows ? 'facts' THEN
    INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at, trace)
    SELECT tenant_merchant, tenant_livemode, g.kind, a.id, g.sequence,
      g.facts
        || CASE WHEN a.number IS NULL THEN '{}'
          ELSE jsonb_build_object('number', a.number_text, 'receipt_number', a.receipt_number) END
        || CASE WHEN a.flags = '{}' THEN '{}'
          ELSE jsonb_build_object('flags', (g.facts -> 'flags') || to_jsonb(a.flags)) END,
      g.at, g.trace
    FROM ROWS FROM (
      jsonb_to_recordset(rows -> 'facts')
        AS (step integer, kind text, sequence integer, facts jsonb, at timestamptz, trace text)
    ) WITH ORDINALITY AS g (step, kind, sequence, facts, at, trace, place)
    JOIN unnest(given) WITH ORDINALITY AS a ON a.ordinality = g.step AND a.id IS NOT NULL
    ORDER BY g.place;
  END IF;
END $$;
