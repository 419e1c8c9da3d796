import type { TestService } from '../service.ts';

/** Written by every request, or by nodes for themselves, or in as many rows as chance will have it: no effect that could be doubled. */
const BESIDES: ReadonlySet<string> = new Set([
  'nodes',
  'rate_usage',
  'webhook_senders',
  'request_bodies',
  'request_log',
  'sign_in_tries',
  'delivery_counters',
  'scan_counters',
  // What a provider says before it is known which payment that is about is not kept.
  'payment_callbacks',
]);

const SUMS = [
  { what: 'versions', of: 'deliveries', sum: 'version' },
  { what: 'payment versions', of: 'payments', sum: 'version' },
  { what: 'counted', of: 'delivery_counters', sum: 'deliveries' },
  { what: 'scans counted', of: 'scan_counters', sum: 'entries + rejected' },
  { what: 'clock seconds', of: 'test_clocks', sum: 'extract(epoch FROM frozen_at)' },
  { what: 'paid on invoices', of: 'invoices', sum: 'amount_paid' },
  { what: 'refunded of payments', of: 'payments', sum: 'amount_refunded' },
] as const;

/** How many rows each table has, how often deliveries were changed, how far test clocks stand, and what was paid; where merchants are named, of what merchants have only theirs. */
export async function countEffects(
  service: TestService,
  merchantIds: readonly string[] | null = null,
): Promise<Readonly<Record<string, number>>> {
  const whose = merchantIds === null ? 'all' : 'own';
  const known = counting.get(service) ?? { all: null, own: null };
  counting.set(service, known);
  // To plan a count of every table takes four times as long as to count.
  const text = (known[whose] ??= await countingText(service, whose));
  const values = merchantIds === null ? [] : [merchantIds];
  const rows = await service.query({ name: `effects on ${whose}`, text }, values);
  return Object.fromEntries(rows.map(({ what, amount }) => [String(what), Number(amount)]));
}

type Whose = 'all' | 'own';
const counting = new WeakMap<TestService, Record<Whose, string | null>>();

async function countingText(service: TestService, whose: Whose): Promise<string> {
  const tables = await service.query(
    `SELECT c.relname, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'merchant_id') AS owned FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  const own = (owned: boolean): string => (owned && whose === 'own' ? 'WHERE merchant_id = ANY ($1)' : '');
  const counts = tables
    .filter(({ relname }) => !BESIDES.has(String(relname)))
    .map(
      ({ relname, owned }) =>
        `SELECT '${String(relname)}' AS what, (SELECT count(*) FROM "${String(relname)}" ${own(owned === true)})::float8 AS amount`,
    );
  const sums = SUMS.map(
    ({ what, of, sum }) =>
      `SELECT '${what}', (SELECT coalesce(sum(${sum}), 0) FROM "${of}" ${own(true)})::float8`,
  );
  return [...counts, ...sums].join(' UNION ALL ');
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
