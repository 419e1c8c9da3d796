import { check, statement, type DatabaseReport, type Runner } from '../../store/index.ts';

/** A list whose total its writers keep: of which table it is, and what within the merchant it is of. */
type KeptList = { readonly from: string; readonly where?: string; readonly scope?: string };

/** How many rows a kept list has: what was added up, and what came since. */
export function keptTotal({ from, scope }: KeptList): string {
  const wanted = scope === undefined ? "''" : `:${scope}`;
  const own = (table: string): string =>
    `SELECT ${table}.rows FROM list_${table} ${table} WHERE ${table}.merchant_id = :merchant_id AND ${table}.livemode = :livemode AND ${table}.list = '${tableOf(from)}' AND ${table}.scope = ${wanted}`;
  return `SELECT coalesce(sum(k.rows), 0)::int8 AS list_total FROM (${own('totals')} UNION ALL ${own('deltas')}) k`;
}

function tableOf(from: string): string {
  return /^\w+/.exec(from)?.[0] ?? '';
}

const checked = new Map<string, DatabaseReport>();

/** Declares the check of `verify` that what is kept of a list is what is there. */
export function checkKeptTotal({ from, where, scope }: KeptList): void {
  const table = tableOf(from);
  if (checked.has(table)) return;
  const alias = /^\w+ (\w+)/.exec(from)?.[1] ?? '';
  const scopeOf = scope === undefined ? "''" : `${alias}.${scope}`;
  const living = where === undefined || scope !== undefined ? '' : `WHERE ${where} `;
  checked.set(
    table,
    check(
      `verify.listTotal.${table}`,
      `SELECT 'the list of ${table} of ' || k.merchant_id || CASE WHEN k.livemode THEN ' (live)' ELSE ' (test)' END || CASE k.scope WHEN '' THEN '' ELSE ' and ' || k.scope END || ' says ' || sum(k.kept) || ', there are ' || sum(k.there) FROM (
         SELECT merchant_id, livemode, scope, rows AS kept, 0::int8 AS there FROM list_totals WHERE list = '${table}'
         UNION ALL SELECT merchant_id, livemode, scope, rows, 0 FROM list_deltas WHERE list = '${table}'
         UNION ALL SELECT ${alias}.merchant_id, ${alias}.livemode, ${scopeOf}, 0, count(*) FROM ${from} ${living}GROUP BY 1, 2, 3) AS k
       GROUP BY k.merchant_id, k.livemode, k.scope HAVING sum(k.kept) <> sum(k.there)`,
    ),
  );
}

/** What must hold of every kept total at every moment. */
export function keptTotalChecks(): readonly DatabaseReport[] {
  return [...checked.values()];
}

/** Two who fold at once take different rows, and write totals in one order. */
const fold = statement({
  name: 'totals.fold',
  params: { rows_max: 'int4' },
  row: { folded: 'int8' },
  sql: `WITH taken AS (
          DELETE FROM list_deltas d WHERE d.ctid = ANY (ARRAY(SELECT n.ctid FROM list_deltas n LIMIT :rows_max::int4))
          RETURNING d.merchant_id, d.livemode, d.list, d.scope, d.rows
        ), added AS (
          INSERT INTO list_totals AS t (merchant_id, livemode, list, scope, rows)
          SELECT k.merchant_id, k.livemode, k.list, k.scope, sum(k.rows) FROM taken k GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
          ON CONFLICT (merchant_id, livemode, list, scope) DO UPDATE SET rows = t.rows + excluded.rows
        )
        SELECT count(*) AS folded FROM taken`,
});

/** Adds up what transactions have written of the totals of lists; answers how many rows that were. */
export async function foldListTotals(system: Runner, rowsMax: number): Promise<number> {
  return Number((await system.run(fold, { rows_max: rowsMax }))[0]?.folded ?? 0n);
}
