import type { Currency } from '@cottontree/contract';
import type { OverviewQuestion } from '../../kernel/call/overview-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const DUE = '(i.total + i.late_fee_total - i.amount_credited - i.amount_paid + i.amount_refunded)';
const OPEN = `i.merchant_id = :merchant_id AND i.livemode = :livemode AND i.status IN ('open', 'partially_paid') AND i.currency = :currency`;
/** So many are named: the first of an index that also counts them, so that neither reads nor sorts all rows. */
const NAMED_MAX = 3;

const standing = statement({
  name: 'overview.invoices',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    now: 'timestamptz',
    soon: 'timestamptz',
    currency: text<Currency>(),
  },
  row: {
    open: 'int8',
    due: 'numeric',
    overdue: 'int8',
    overdue_amount: 'numeric',
    soon_amount: 'numeric',
    overdue_since: 'timestamptz?',
    ids: 'text[]?',
    numbers: 'text[]?',
    customers: 'text[]?',
  },
  sql: `SELECT x.*, y.* FROM (
          SELECT count(*) AS open, coalesce(sum(${DUE}), 0) AS due, count(*) FILTER (WHERE i.overdue_at <= :now) AS overdue, coalesce(sum(${DUE}) FILTER (WHERE i.overdue_at <= :now), 0) AS overdue_amount,
            coalesce(sum(${DUE}) FILTER (WHERE i.overdue_at > :now AND i.overdue_at <= :soon), 0) AS soon_amount, min(i.overdue_at) FILTER (WHERE i.overdue_at <= :now) AS overdue_since
          FROM invoices i WHERE ${OPEN}) x CROSS JOIN LATERAL (
          SELECT (array_agg(f.id ORDER BY f.overdue_at, f.id))[1:1] AS ids, array_agg(f.number ORDER BY f.overdue_at, f.id) AS numbers, array_agg(f.name ORDER BY f.overdue_at, f.id) AS customers
          FROM (SELECT i.id, i.number, i.customer ->> 'name' AS name, i.overdue_at FROM invoices i WHERE ${OPEN} AND x.overdue > 0 AND i.overdue_at <= :now ORDER BY i.overdue_at, i.id LIMIT ${NAMED_MAX}) f) y`,
});

export type InvoicesStanding = ValuesOf<(typeof standing)['row']>;

/** What customers owe, and what of it is over its day or soon will be. */
export async function standingOfInvoices(
  runner: Runner,
  { tenant, now, currency }: OverviewQuestion,
  soon: Date,
): Promise<InvoicesStanding> {
  const [row] = await runner.run(standing, { ...keyOf(tenant), now, soon, currency });
  if (!row) throw new Error('A count has no row.');
  return row;
}
