-- For change_sales: the new sales whose location is closed or switched off. What happened already is none of them, nor
-- is what changes a sale of before. A location that takes sales does so until the transaction ends.
CREATE OR REPLACE FUNCTION find_shut_sales(
  tenant_merchant text, tenant_livemode boolean, the_location text, steps jsonb
) RETURNS TABLE (place integer) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT steps @? '$[*] ? (@.version == null && !exists(@.past))' THEN RETURN; END IF;
  PERFORM FROM locations l
  WHERE l.merchant_id = tenant_merchant AND l.livemode = tenant_livemode AND l.id = the_location
    AND l.is_active AND l.deleted_at IS NULL
  FOR KEY SHARE;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT s.place::integer FROM jsonb_array_elements(steps) WITH ORDINALITY AS s (step, place)
    WHERE s.step ->> 'version' IS NULL AND NOT s.step ? 'past';
END $$;
