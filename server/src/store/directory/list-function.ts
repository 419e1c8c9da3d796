import { knownKeys, type KnownKey } from './known-keys.ts';

/**
 * What `npm run generate` writes to `server/sql/functions/list_in_directory.sql`: what a new row is known by, with the columns of
 * each table named. So each session plans it once; put together from the trigger's arguments, it took six times as long.
 */
export function listFunctionText(): string {
  const kinds = Object.entries<KnownKey>(knownKeys);
  const tables = [...new Set(kinds.map(([, { table }]) => table))].toSorted();
  const branches = tables.map((table) => {
    const entries = kinds
      .filter(([, known]) => known.table === table)
      .map(
        ([kind, { key }]) =>
          `\n        ('${kind}', ${key.replaceAll(/\bc\./g, 'NEW.')}, NEW.merchant_id, NEW.livemode)`,
      );
    return `    WHEN '${table}' THEN\n      INSERT INTO directory VALUES${entries.join(',')};`;
  });
  return `-- Lists a new row in the directory under what it is known by. Made from known-keys.ts by \`npm run generate\`.
CREATE OR REPLACE FUNCTION list_in_directory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
${branches.join('\n')}
  END CASE;
  RETURN NULL;
END $$;
`;
}
