-- A movement of a drawer is one under its client_id, in small letters or capitals. Those that were written while capitals
-- were kept are found by small letters too from now on, so that one sent again is not booked again. Where the same stands
-- twice already, each stays as it is but the first.
UPDATE cash_entries e SET client_id = lower(e.client_id)
FROM (
  SELECT DISTINCT ON (merchant_id, livemode, lower(client_id)) merchant_id, livemode, session_id, id
  FROM cash_entries WHERE client_id ~ '[A-F]' AND client_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  ORDER BY merchant_id, livemode, lower(client_id), id
) AS f
WHERE e.merchant_id = f.merchant_id AND e.livemode = f.livemode AND e.session_id = f.session_id AND e.id = f.id
  AND NOT EXISTS (SELECT FROM cash_entries o WHERE o.merchant_id = e.merchant_id AND o.livemode = e.livemode AND o.client_id = lower(e.client_id));
