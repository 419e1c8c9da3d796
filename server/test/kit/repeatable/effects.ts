import type { TestService } from '../service.ts';

/** Written by every request, or by nodes for themselves, or in as many rows as chance will have it: no effect that could be doubled. */
const BESIDES: ReadonlySet<string> = new Set([
  'nodes',
  'rate_usage',
  'webhook_senders',
  'request_log',
  'sign_in_tries',
  'delivery_counters',
  'scan_counters',
]);

/** How many rows each table has, how often deliveries were changed, and how far test clocks stand. */
export async function countEffects(service: TestService): Promise<Readonly<Record<string, number>>> {
  const tables = await service.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const names = tables.map(({ relname }) => String(relname)).filter((name) => !BESIDES.has(name));
  const counts = names.map(
    (name) => `SELECT '${name}' AS what, (SELECT count(*) FROM "${name}")::float8 AS amount`,
  );
  const rows = await service.query(
    [
      ...counts,
      `SELECT 'versions', coalesce(sum(version), 0)::float8 FROM deliveries`,
      `SELECT 'payment versions', coalesce(sum(version), 0)::float8 FROM payments`,
      `SELECT 'counted', coalesce(sum(deliveries), 0)::float8 FROM delivery_counters`,
      `SELECT 'scans counted', coalesce(sum(entries + rejected), 0)::float8 FROM scan_counters`,
      `SELECT 'clock seconds', coalesce(sum(extract(epoch FROM frozen_at)), 0)::float8 FROM test_clocks`,
    ].join(' UNION ALL '),
  );
  return Object.fromEntries(rows.map(({ what, amount }) => [String(what), Number(amount)]));
}

/** What came between two counts, by what it is; nothing where nothing did. */
export function grownBetween(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const grown = Object.entries(after).map(([what, amount]): [string, number] => [
    what,
    Math.round((amount - (before[what] ?? 0)) * 1_000) / 1_000,
  ]);
  return Object.fromEntries(grown.filter(([, amount]) => amount !== 0));
}
