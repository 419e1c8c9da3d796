-- What is leased stays ready and has a lease that has not ended: no index names what a lease writes, so that it
-- stays in the page. A lease that ended, or whose sender is dead, leaves nothing to be tidied up.
UPDATE webhook_queue SET state = 1 WHERE state = 2;
DROP INDEX webhook_queue_leased;
ALTER TABLE webhook_queue SET (fillfactor = 45);

-- The days that were made before deliveries kept the attempt that won.
DO $$
DECLARE part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 35)', part);
  END LOOP;
END $$;
