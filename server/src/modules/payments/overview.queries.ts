import type { Currency } from '@cottontree/contract';
import { LOCAL_DAYS, type OverviewQuestion } from '../../kernel/call/overview-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const OWN = 'p.merchant_id = :merchant_id AND p.livemode = :livemode';

/** What went back of a payment is taken off the day on which it came. What stands for a delivery's cash counts there, when it arrives. */
const received = statement({
  name: 'overview.receivedMoney',
  params: { ...KEY, since: 'timestamptz', now: 'timestamptz', time_zone: 'text', currency: text<Currency>() },
  row: { day: 'text', subject_kind: 'text?', amount: 'numeric', by_now: 'numeric' },
  sql: `SELECT y.day, x.subject_kind, x.amount, x.by_now FROM ${LOCAL_DAYS} CROSS JOIN LATERAL (
          SELECT p.subject_kind, sum(p.amount - p.amount_refunded) AS amount, coalesce(sum(p.amount - p.amount_refunded) FILTER (WHERE p.succeeded_at <= y.until), 0) AS by_now
          FROM payments p WHERE ${OWN} AND p.succeeded_at >= y.began AND p.succeeded_at < y.ended AND p.currency = :currency AND p.subject_kind IS DISTINCT FROM 'delivery' GROUP BY 1) x`,
});

const FOUND = {
  count: 'int8',
  amount: 'numeric?',
  since: 'timestamptz?',
  ids: 'text[]?',
  details: 'text[]?',
} as const;
/** So many are named: the first of an index that also counts them, so that neither reads nor sorts all rows. */
const NAMED_MAX = 3;
type Found = { readonly from: string; readonly detail: string };
const found = ({ from, detail }: Found): string =>
  `SELECT x.*, y.* FROM (SELECT count(*) AS count, sum(p.amount) AS amount, min(p.created_at) AS since FROM ${from}) x CROSS JOIN LATERAL (
          SELECT array_agg(f.id ORDER BY f.created_at, f.id) AS ids, (array_agg(f.detail ORDER BY f.created_at, f.id))[1:1] AS details
          FROM (SELECT p.id, p.created_at, ${detail} AS detail FROM ${from} AND x.count > 0 ORDER BY p.created_at, p.id LIMIT ${NAMED_MAX}) f) y`;

const waiting = statement({
  name: 'overview.waitingPayments',
  params: { ...KEY, currency: text<Currency>() },
  row: FOUND,
  sql: found({
    from: `payments p WHERE ${OWN} AND p.status = 'requires_action' AND p.currency = :currency`,
    detail: 'coalesce(p.customer_name, p.reference, p.description)',
  }),
});

const reviewed = statement({
  name: 'overview.paymentsToReview',
  params: { ...KEY, currency: text<Currency>() },
  row: FOUND,
  sql: found({
    from: `payments p WHERE ${OWN} AND p.review IS NOT NULL AND p.currency = :currency`,
    detail: "p.review ->> 'reason'",
  }),
});

const failed = statement({
  name: 'overview.failedRefunds',
  params: { ...KEY, month: 'timestamptz', currency: text<Currency>() },
  row: FOUND,
  sql: found({
    from: `refunds p WHERE ${OWN} AND p.created_at >= :month AND p.status = 'failed' AND p.currency = :currency`,
    detail: "p.failure ->> 'message'",
  }),
});

const begun = statement({
  name: 'overview.firstLink',
  params: KEY,
  row: { account_id: 'text?', account_at: 'timestamptz?', link_id: 'text?', link_at: 'timestamptz?' },
  sql: `SELECT a.id AS account_id, a.created_at AS account_at, l.id AS link_id, l.created_at AS link_at FROM (SELECT) one
        LEFT JOIN (SELECT p.id, p.created_at FROM provider_accounts p WHERE ${OWN} AND p.deleted_at IS NULL AND p.status = 'active' ORDER BY p.created_at, p.id LIMIT 1) a ON true
        LEFT JOIN (SELECT p.id, p.created_at FROM payment_links p WHERE ${OWN} ORDER BY p.created_at, p.id LIMIT 1) l ON true`,
});

export type ReceivedMoney = ValuesOf<(typeof received)['row']>;
export type FoundPayments = ValuesOf<typeof FOUND>;
export type FirstLink = ValuesOf<(typeof begun)['row']>;

/** What came and stayed, by day and by what it was for. */
export async function receivedMoney(
  runner: Runner,
  { tenant, now, since, timeZone, currency }: OverviewQuestion,
): Promise<readonly ReceivedMoney[]> {
  return runner.run(received, { ...keyOf(tenant), now, since, time_zone: timeZone, currency });
}

/** Payments that their payers have not ended, and those that somebody must look at. */
export async function unendedPayments(
  runner: Runner,
  { tenant, currency }: OverviewQuestion,
): Promise<{ readonly waiting: FoundPayments; readonly reviewed: FoundPayments }> {
  return {
    waiting: only(await runner.run(waiting, { ...keyOf(tenant), currency })),
    reviewed: only(await runner.run(reviewed, { ...keyOf(tenant), currency })),
  };
}

/** Refunds that did not arrive, of those made since `month`. */
export async function failedRefunds(
  runner: Runner,
  { tenant, currency }: OverviewQuestion,
  month: Date,
): Promise<FoundPayments> {
  return only(await runner.run(failed, { ...keyOf(tenant), month, currency }));
}

/** The first account with a provider and the first link. */
export async function firstLink(
  runner: Runner,
  { tenant }: OverviewQuestion,
): Promise<FirstLink | undefined> {
  return (await runner.run(begun, keyOf(tenant)))[0];
}

function only(rows: readonly FoundPayments[]): FoundPayments {
  const [row] = rows;
  if (!row) throw new Error('A count has no row.');
  return row;
}
