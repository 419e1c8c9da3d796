-- Notes how many rows more or fewer a table has of each merchant, of those that do not count as deleted.
CREATE OR REPLACE FUNCTION count_listed_until_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_deltas AS d (merchant_id, livemode, list, scope, tx, rows)
  SELECT c.merchant_id, c.livemode, TG_TABLE_NAME, '', pg_current_xact_id()::text::bigint,
    CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END
  FROM changed_rows c WHERE c.deleted_at IS NULL GROUP BY 1, 2, 4
  ON CONFLICT (merchant_id, livemode, list, scope, tx) DO UPDATE SET rows = d.rows + excluded.rows;
  RETURN NULL;
END $$;
