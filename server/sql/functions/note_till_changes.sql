-- Numbers what tills have to take over: once a statement and tenant, however many rows it wrote, because a number drawn
-- row by row would rewrite the feed's row as often. Who writes thousands of things says `later` and numbers them
-- itself.
CREATE OR REPLACE FUNCTION note_till_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant record;
BEGIN
  IF current_setting('cottontree.number_till_changes', true) = 'later' THEN RETURN NULL; END IF;
  FOR tenant IN
    SELECT c.merchant_id, c.livemode,
      array_agg(c.id ORDER BY c.id) AS ids, array_agg(c.deleted_at IS NOT NULL ORDER BY c.id) AS deleteds
    FROM changed_rows c GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM number_till_changes(tenant.merchant_id, tenant.livemode, TG_ARGV[0], tenant.ids, tenant.deleteds);
  END LOOP;
  RETURN NULL;
END $$;
