import { Client } from 'pg';

/** What a database is made of, by kind, each thing as one line; without the partitions of single days, which come and go. */
export type SchemaLines = Readonly<Record<keyof typeof QUERIES, readonly string[]>>;

const TABLES = `pg_class c WHERE c.relnamespace = 'public'::regnamespace AND NOT (c.relispartition AND c.relname ~ '_\\d{8}$')`;
const ROLES = `coalesce((SELECT string_agg(coalesce(r.rolname, 'PUBLIC') || '=' || a.privilege_type, ' ' ORDER BY r.rolname, a.privilege_type)`;

/** Each answers with \`line\`. */
const QUERIES = {
  tables: `SELECT concat_ws(' ', c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid), c.relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)) AS line
    FROM ${TABLES} AND c.relkind IN ('r', 'p', 'S', 'v', 'm')`,
  columns: `SELECT concat_ws(' ', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression, pg_get_expr(d.adbin, d.adrelid), a.attacl) AS line
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum JOIN (SELECT c.oid, c.relname FROM ${TABLES} AND c.relkind IN ('r', 'p')) AS c ON c.oid = a.attrelid WHERE a.attnum > 0 AND NOT a.attisdropped`,
  // What says NOT VALID has not looked at the rows of before; of new ones it asks the same.
  constraints: `SELECT concat_ws(' ', c.relname, k.conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''), k.condeferrable, k.condeferred) AS line
    FROM pg_constraint k JOIN (SELECT c.oid, c.relname FROM ${TABLES}) AS c ON c.oid = k.conrelid`,
  indexes: `SELECT concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisprimary) AS line FROM pg_index i JOIN (SELECT c.oid FROM ${TABLES}) AS c ON c.oid = i.indrelid`,
  policies: `SELECT concat_ws(' ', tablename, policyname, permissive, roles, cmd, qual, with_check) AS line FROM pg_policies WHERE schemaname = 'public'`,
  triggers: `SELECT concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) AS line FROM pg_trigger t JOIN (SELECT c.oid FROM ${TABLES}) AS c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal`,
  grants: `SELECT c.relname || ' ' || ${ROLES} FROM aclexplode(c.relacl) a LEFT JOIN pg_roles r ON r.oid = a.grantee WHERE a.grantee <> c.relowner), '') AS line FROM ${TABLES} AND c.relkind IN ('r', 'p', 'S')`,
  functions: `SELECT concat_ws(' ', pg_get_functiondef(p.oid), ${ROLES} FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a LEFT JOIN pg_roles r ON r.oid = a.grantee WHERE a.grantee <> p.proowner), '')) AS line
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace`,
  rows: `SELECT 'partitioned_tables ' || concat_ws(' ', name, keep_days, fillfactor) AS line FROM partitioned_tables UNION ALL SELECT 'fan_out_clock ' || id || at FROM fan_out_clock
    UNION ALL SELECT 'schema_migrations ' || concat_ws(' ', version, name, checksum) FROM schema_migrations`,
} as const;

export async function schemaOf(url: string): Promise<SchemaLines> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET TimeZone = 'UTC'");
    const found: Record<string, readonly string[]> = {};
    for (const [kind, sql] of Object.entries(QUERIES))
      found[kind] = (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line).toSorted();
    return found as SchemaLines;
  } finally {
    await client.end();
  }
}
