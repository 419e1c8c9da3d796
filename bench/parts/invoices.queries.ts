import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { declaredStatements } from '../../server/src/store/index.ts';

/** Copies one draft so many times; answers the ids. */
export async function copyDrafts(
  database: Client,
  { templateId, count }: { readonly templateId: string; readonly count: number },
): Promise<readonly string[]> {
  await database.query('CREATE SEQUENCE IF NOT EXISTS bench_drafts');
  const { rows: columns } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'invoices' AND table_schema = current_schema() AND column_name NOT IN ('id', 'page_token')`,
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO invoices (id, page_token, ${names}) SELECT 'inv_' || lpad(g.n::text, 26, '0'), 'bench-' || g.n, ${names} FROM invoices t, (SELECT nextval('bench_drafts') AS n FROM generate_series(1, $2::int)) g WHERE t.id = $1 RETURNING id`,
    [templateId, count],
  );
  return rows.map(({ id }) => id);
}

/** Writes the statement that finalises as a script that finalises one copied draft with each run, as the server finalised another. */
export async function writeFinalizeScript(
  database: Client,
  { folder, finalizedId }: { readonly folder: string; readonly finalizedId: string },
): Promise<string> {
  const change = declaredStatements().find(({ name }) => name === 'invoices.change');
  if (!change) throw new Error('The server has no statement invoices.change.');
  const { rows } = await database.query<Record<string, string>>(
    `SELECT (SELECT jsonb_object_agg(key, CASE WHEN jsonb_typeof(value) IN ('object', 'array') THEN to_jsonb(value::text) ELSE value END) FROM jsonb_each(to_jsonb(i))) AS columns,
       (SELECT jsonb_build_array(jsonb_build_object('kind', o.kind, 'sequence', o.sequence, 'facts', o.facts, 'at', o.created_at))::text FROM outbox o WHERE o.entity = i.id ORDER BY o.sequence DESC LIMIT 1) AS facts
     FROM invoices i WHERE i.id = $1`,
    [finalizedId],
  );
  const row = rows[0] as unknown as {
    readonly columns: Readonly<Record<string, string | number | boolean | null>>;
    readonly facts: string;
  };
  const own: Readonly<Record<string, string | null>> = {
    version: '1',
    number: null,
    number_prefix: 'INV-',
    number_suffix: '',
    number_width: '5',
    facts: row.facts,
    postings: '[]',
  };
  const script = join(folder, 'finalize.sql');
  const values = Object.entries(change.params).map(([name, type]) => {
    if (name === 'id') return `(SELECT 'inv_' || lpad(currval('bench_next')::text, 26, '0'))`;
    const value = name in own ? own[name] : row.columns[name];
    const sqlType = type.replace('?', '').replace('[]', '');
    // An array stands as JSON in the row that was read.
    if (type.includes('[]') && typeof value === 'string')
      return `ARRAY(SELECT jsonb_array_elements_text(${database.escapeLiteral(value)}::jsonb))::${sqlType}[]`;
    return value === null || value === undefined
      ? `NULL::${type.replace('?', '')}`
      : `${database.escapeLiteral(String(value))}::${sqlType}`;
  });
  const sql = change.sql
    .replaceAll(/\$(\d+)/g, (_, place: string) => values[Number(place) - 1] ?? '')
    .replaceAll(/\s+/g, ' ');
  await writeFile(script, `SELECT nextval('bench_next');\n${sql};\n`);
  return script;
}

/** From where the script takes the next draft: the first of those that were copied last. */
export async function startDraftsAt(database: Client, firstId: string): Promise<void> {
  await database.query('CREATE SEQUENCE IF NOT EXISTS bench_next');
  await database.query(`SELECT setval('bench_next', $1::bigint, false)`, [firstId.replace('inv_', '')]);
}

/** How many are finalised, and whether their numbers have no gap. */
export async function readNumbers(
  database: Client,
): Promise<{ readonly count: number; readonly gaps: number }> {
  const { rows } = await database.query<{ count: number; gaps: number }>(
    'SELECT count(number_place)::int AS count, (coalesce(max(number_place), 0) - count(number_place))::int AS gaps FROM invoices',
  );
  return rows[0] ?? { count: 0, gaps: 0 };
}
