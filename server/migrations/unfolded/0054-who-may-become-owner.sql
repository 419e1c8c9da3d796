-- The program's sessions log in as a role that owns nothing, is no superuser and may only become the
-- two roles of 0001, so that no RESET ROLE leads back to the owner. Where the owner may make no roles,
-- its own sessions go on as before.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cottontree_session') THEN
    CREATE ROLE cottontree_session LOGIN NOINHERIT NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
  -- A role of the whole server, which another database's owner may have made: nobody grants it twice.
  IF NOT (pg_has_role('cottontree_session', 'cottontree_app', 'MEMBER') AND pg_has_role('cottontree_session', 'cottontree_system', 'MEMBER')) THEN
    GRANT cottontree_app, cottontree_system TO cottontree_session;
  END IF;
EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
END $$;

-- What runs with the owner's rights finds its tables where it is itself, and temporary ones of whoever
-- calls it last: nobody puts another table in between.
DO $$
DECLARE trusted record;
BEGIN
  FOR trusted IN SELECT p.oid::regprocedure AS name, n.nspname AS schema FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.prosecdef AND n.nspname = current_schema() AND pg_get_userbyid(p.proowner) = current_user
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', trusted.name, trusted.schema);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', trusted.name);
  END LOOP;
END $$;
