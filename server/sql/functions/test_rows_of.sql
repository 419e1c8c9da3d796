-- For erase_test_rows and count_test_rows: which rows of a table are meant, as a condition on $1 the merchant, $2 when
-- it was asked for and $3 the key of that request. Reads are noted under the minute that they came in.
CREATE OR REPLACE FUNCTION test_rows_of(target regclass) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'merchant_id = $1 AND livemode = false AND ($2::timestamptz IS NOT NULL OR $3::text IS NULL)'
    || CASE coalesce(pg_partition_root(target), target)::text
      WHEN 'addresses' THEN ' AND NOT is_default'
      WHEN 'files' THEN ' AND subject NOT LIKE ''branding-%'''
      WHEN 'request_log' THEN ' AND at < date_trunc(''minute'', $2)'
      WHEN 'request_bodies' THEN ' AND at < date_trunc(''minute'', $2)'
      WHEN 'idempotency_keys' THEN ' AND key IS DISTINCT FROM $3'
      ELSE '' END
$$;
REVOKE ALL ON FUNCTION test_rows_of FROM PUBLIC;
