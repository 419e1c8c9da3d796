-- Makes the day partitions from yesterday to two days ahead and drops those past their time.
-- A default partition takes what falls outside, so that no write ever fails for want of a day.
CREATE OR REPLACE FUNCTION keep_partitions(today date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  parent record;
  child record;
  first_day date;
  changed integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('cottontree.keep_partitions'));
  FOR parent IN SELECT * FROM partitioned_tables LOOP
    FOR first_day IN SELECT generate_series(today - 1, today + 2, interval '1 day')::date LOOP
      IF to_regclass(format('%s_%s', parent.name, to_char(first_day, 'YYYYMMDD'))) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = %s)',
            parent.name || '_' || to_char(first_day, 'YYYYMMDD'), parent.name,
            first_day::text || ' 00:00:00+00', (first_day + 1)::text || ' 00:00:00+00', parent.fillfactor);
          changed := changed + 1;
        EXCEPTION WHEN check_violation THEN
          NULL; -- the default partition already holds rows of that day; they stay there
        END;
      END IF;
    END LOOP;
    FOR child IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(parent.name) AND c.relname ~ '_\d{8}$'
        AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - parent.keep_days
    LOOP
      EXECUTE format('DROP TABLE %I', child.relname);
      changed := changed + 1;
    END LOOP;
  END LOOP;
  RETURN changed;
END $$;
REVOKE ALL ON FUNCTION keep_partitions(date) FROM PUBLIC;
