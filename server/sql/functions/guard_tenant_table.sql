-- The second wall between merchants, for migrations to put around a table. The app role sees only the merchants named
-- for the very transaction; the system role sees all. The setting is read once a statement, not once a row.
CREATE OR REPLACE FUNCTION guard_tenant_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY tenant ON %s TO cottontree_app USING ('
      'merchant_id = ANY ((SELECT current_setting(''cottontree.tenants'', true)::text[])::text[]))',
    target);
  EXECUTE format('CREATE POLICY system ON %s TO cottontree_system USING (true)', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO cottontree_app, cottontree_system', target);
END $$;
