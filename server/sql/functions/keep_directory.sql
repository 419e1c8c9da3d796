-- Takes rows off the directory, or lists them anew under what they are known by now: the argument says of a row c
-- kinds and keys. It waits for who lists what was there before the triggers were, for neither would see what the
-- other does.
CREATE OR REPLACE FUNCTION keep_directory() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known text := ' c CROSS JOIN LATERAL (VALUES ' || TG_ARGV[0] || ') AS k (kind, key) WHERE ';
  entry text := 'd.kind = k.kind AND d.key = k.key AND d.merchant_id = c.merchant_id AND d.livemode = c.livemode';
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('directory'));
  IF TG_OP = 'DELETE' THEN
    EXECUTE 'DELETE FROM directory d USING old_rows' || known || entry;
  ELSE
    EXECUTE 'DELETE FROM directory d USING (SELECT ($1).*)' || known || entry USING OLD;
    EXECUTE 'INSERT INTO directory (kind, key, merchant_id, livemode)'
      ' SELECT k.kind, k.key, c.merchant_id, c.livemode FROM (SELECT ($1).*)' || known || 'k.key IS NOT NULL' USING NEW;
  END IF;
  RETURN NULL;
END $$;
