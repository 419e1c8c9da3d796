-- Notes that a row counts as deleted from now on, or no longer.
CREATE OR REPLACE FUNCTION recount_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_deltas AS d (merchant_id, livemode, list, scope, tx, rows)
  VALUES (NEW.merchant_id, NEW.livemode, TG_TABLE_NAME, '', pg_current_xact_id()::text::bigint,
    CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END)
  ON CONFLICT (merchant_id, livemode, list, scope, tx) DO UPDATE SET rows = d.rows + excluded.rows;
  RETURN NULL;
END $$;
