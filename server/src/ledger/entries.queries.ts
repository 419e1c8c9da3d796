import type { Currency, Sort } from '@cottontree/contract';
import type { Position } from '../core/page.ts';
import { orNull, splitTotal } from '../core/page-rows.ts';
import { keyOf, type Tenant } from '../core/tenant.ts';
import { bothWays, pageOfWanted, startOf } from '../core/walk.queries.ts';
import { statement, text, type Runner, type ValuesOf } from '../store/index.ts';

const ROW = {
  place: 'text',
  tx_id: 'text',
  kind: 'text',
  subject: 'text',
  account: 'text',
  amount: 'int8',
  currency: text<Currency>(),
  created_at: 'timestamptz',
  livemode: 'bool',
} as const;

const list = bothWays((sort, way) =>
  statement({
    name: `ledger.list.${way}`,
    params: {
      merchant_id: 'text',
      livemode: 'bool',
      account: 'text?',
      subject: 'text?',
      created_from: 'timestamptz',
      created_to: 'timestamptz',
      start_at: 'timestamptz',
      start_id: 'text',
      rows_max: 'int4',
      offset: 'int4',
    },
    row: { total: 'int8', ...orNull(ROW) },
    sql: `WITH wanted AS (
            SELECT encode(sha256(convert_to(e.tx_id || ' ' || e.account, 'UTF8')), 'hex') AS place, e.tx_id, t.kind, t.subject, e.account, e.amount, e.currency, e.created_at, e.livemode
            FROM ledger_entries e JOIN ledger_tx t ON t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.id = e.tx_id
            WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND (:account::text IS NULL OR e.account = :account) AND (:subject::text IS NULL OR t.subject = :subject) AND e.created_at >= :created_from AND e.created_at < :created_to
          ), ${pageOfWanted(sort, 'place')}`,
  }),
);

/** Of drawers those in which something lies: each cash session has an account, which is empty once it is closed. */
const balances = statement({
  name: 'ledger.balances',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { account: 'text', currency: text<Currency>(), balance: 'numeric' },
  sql: `SELECT account, currency, sum(amount) AS balance FROM ledger_entries WHERE merchant_id = :merchant_id AND livemode = :livemode GROUP BY account, currency
        HAVING sum(amount) <> 0 OR account NOT LIKE 'cash\\_drawer:%' ORDER BY account, currency`,
});

export type EntryRow = ValuesOf<typeof ROW>;
export type EntryFilter = {
  readonly account: string | null;
  readonly subject: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
};
type Wanted = {
  readonly sort: Sort;
  readonly after: Position | null;
  readonly offset: number;
  readonly rowsMax: number;
};

const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31T00:00:00Z');

/** A merchant's entries. */
export async function listEntries(
  runner: Runner,
  tenant: Tenant,
  { filter, sort, after, offset, rowsMax }: Wanted & { readonly filter: EntryFilter },
) {
  const rows = await runner.run(list[sort], {
    ...keyOf(tenant),
    account: filter.account,
    subject: filter.subject,
    created_from: filter.createdFrom ?? EARLIEST,
    created_to: filter.createdTo ?? LATEST,
    ...startOf(sort, after),
    rows_max: rowsMax,
    offset,
  });
  return splitTotal<EntryRow>(rows, 'place');
}

/** What stands on each account. */
export async function readBalances(runner: Runner, tenant: Tenant) {
  return runner.run(balances, keyOf(tenant));
}
