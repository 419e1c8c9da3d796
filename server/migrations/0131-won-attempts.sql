-- The automatic attempt that succeeded, as most first ones do, is written where its delivery is and not apart:
-- one row less, in one index less. A list in JSON: number, when (milliseconds since 1970), how long
-- (milliseconds), status, address, request headers, response headers, response body in base64.
ALTER TABLE webhook_deliveries ADD COLUMN won text;
-- The version with its attempt is longer than the one before, and still finds room beside it.
UPDATE partitioned_tables SET fillfactor = 35 WHERE name = 'webhook_deliveries';

-- Every attempt, wherever it is written. Where the database forgot a lease in a crash, an attempt that did not
-- count may have the number of the one that won; that one is told.
CREATE VIEW webhook_attempts_all WITH (security_invoker = true) AS
  SELECT a.merchant_id, a.livemode, a.delivery_at, a.delivery_id, a.number, a.trigger, a.counted, a.at, a.duration_ms, a.status,
    a.error, a.hint, a.remote_address, a.request_headers, a.response_headers, a.response_body, a.drill
  FROM webhook_attempts a
  WHERE a.counted OR NOT EXISTS (
    SELECT FROM webhook_deliveries d
    WHERE d.merchant_id = a.merchant_id AND d.livemode = a.livemode AND d.created_at = a.delivery_at AND d.id = a.delivery_id
      AND (d.won::json ->> 0)::int = a.number)
  UNION ALL
  SELECT d.merchant_id, d.livemode, d.created_at, d.id, (w.won ->> 0)::int, 'auto', true,
    to_timestamp((w.won ->> 1)::float8 / 1000), (w.won ->> 2)::int, (w.won ->> 3)::smallint,
    NULL, NULL, nullif(w.won ->> 4, ''), (w.won -> 5)::text, (w.won -> 6)::text, decode(w.won ->> 7, 'base64'), NULL
  FROM webhook_deliveries d CROSS JOIN LATERAL (SELECT d.won::json AS won) w
  WHERE d.won IS NOT NULL;
GRANT SELECT ON webhook_attempts_all TO cottontree_app, cottontree_system;
