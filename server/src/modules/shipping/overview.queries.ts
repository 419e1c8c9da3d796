import type { MoneyOfDay, OverviewQuestion } from '../../kernel/call/overview-share.ts';
import { LOCAL_DAYS } from '../../kernel/call/overview-share.ts';
import { keyOf } from '../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';
import { TO_DECIDE } from './claims/claims.queries.ts';
import { NEXT_DUE } from './deliveries/list-deliveries.queries.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const OWN = 'd.merchant_id = :merchant_id AND d.livemode = :livemode';
/** So many are named: the first of an index that also counts them, so that neither reads nor sorts all rows. */
const NAMED_MAX = 3;
const UNDER_WAY = `FROM deliveries d WHERE ${OWN} AND d.status IN ('pending', 'assigned', 'picked_up', 'in_transit')`;

const active = statement({
  name: 'overview.deliveries',
  params: { ...KEY, now: 'timestamptz' },
  row: {
    pending: 'int8',
    assigned: 'int8',
    picked_up: 'int8',
    in_transit: 'int8',
    late: 'int8',
    late_pending: 'int8',
    late_assigned: 'int8',
    late_picked_up: 'int8',
    late_in_transit: 'int8',
    late_since: 'timestamptz?',
    late_jobs: 'text[]?',
    late_city: 'text?',
  },
  sql: `SELECT s.*, l.* FROM (
        SELECT count(*) FILTER (WHERE a.status = 'pending') AS pending, count(*) FILTER (WHERE a.status = 'assigned') AS assigned,
          count(*) FILTER (WHERE a.status = 'picked_up') AS picked_up, count(*) FILTER (WHERE a.status = 'in_transit') AS in_transit,
          count(*) FILTER (WHERE a.due < :now) AS late, min(a.due) FILTER (WHERE a.due < :now) AS late_since,
          count(*) FILTER (WHERE a.due < :now AND a.status = 'pending') AS late_pending, count(*) FILTER (WHERE a.due < :now AND a.status = 'assigned') AS late_assigned,
          count(*) FILTER (WHERE a.due < :now AND a.status = 'picked_up') AS late_picked_up, count(*) FILTER (WHERE a.due < :now AND a.status = 'in_transit') AS late_in_transit
        FROM (SELECT d.status, ${NEXT_DUE} AS due ${UNDER_WAY}) a) s CROSS JOIN LATERAL (
        SELECT array_agg(f.job_number ORDER BY f.due, f.job_number) AS late_jobs, (array_agg(f.delivery_city ORDER BY f.due, f.job_number))[1] AS late_city
        FROM (SELECT d.job_number, d.delivery_city, ${NEXT_DUE} AS due ${UNDER_WAY} AND s.late > 0 AND ${NEXT_DUE} < :now ORDER BY 3, 1 LIMIT ${NAMED_MAX}) f) l`,
});

const FAILED = `${OWN} AND d.status = 'failed' AND d.failed_at >= :week`;

const ended = statement({
  name: 'overview.endedDeliveries',
  params: { ...KEY, today: 'timestamptz', week: 'timestamptz' },
  row: {
    delivered: 'int8',
    failed_today: 'int8',
    failed: 'int8',
    failed_since: 'timestamptz?',
    failed_jobs: 'text[]?',
    failed_city: 'text?',
  },
  sql: `SELECT (SELECT count(*) FROM deliveries d WHERE ${OWN} AND d.delivered_at >= :today) AS delivered,
          x.failed_today, x.failed, x.failed_since, y.failed_jobs, y.failed_city FROM (
          SELECT count(*) FILTER (WHERE d.failed_at >= :today) AS failed_today, count(*) AS failed, min(d.failed_at) AS failed_since FROM deliveries d WHERE ${FAILED}) x CROSS JOIN LATERAL (
          SELECT array_agg(f.job_number ORDER BY f.failed_at, f.job_number) AS failed_jobs, (array_agg(f.delivery_city ORDER BY f.failed_at, f.job_number))[1] AS failed_city
          FROM (SELECT d.job_number, d.delivery_city, d.failed_at FROM deliveries d WHERE ${FAILED} AND x.failed > 0 ORDER BY 3, 1 LIMIT ${NAMED_MAX}) f) y`,
});

const DISPUTED = `${OWN} AND d.cod_status = 'disputed'`;
const CLAIMED = `${OWN} AND d.status ${TO_DECIDE}`;

const contested = statement({
  name: 'overview.contestedDeliveries',
  params: KEY,
  row: {
    disputed: 'int8',
    disputed_amount: 'numeric?',
    disputed_since: 'timestamptz?',
    disputed_jobs: 'text[]?',
    disputed_city: 'text?',
    claims: 'int8',
    claims_amount: 'numeric?',
    claims_since: 'timestamptz?',
    claims_ids: 'text[]?',
    claims_jobs: 'text[]?',
  },
  sql: `SELECT x.*, y.*, c.*, z.* FROM (
          SELECT count(*) AS disputed, sum(d.cod_amount) AS disputed_amount, min(d.delivered_at) AS disputed_since FROM deliveries d WHERE ${DISPUTED}) x CROSS JOIN (
          SELECT array_agg(f.job_number ORDER BY f.delivered_at, f.job_number) AS disputed_jobs, (array_agg(f.delivery_city ORDER BY f.delivered_at, f.job_number))[1] AS disputed_city
          FROM (SELECT d.job_number, d.delivery_city, d.delivered_at FROM deliveries d WHERE ${DISPUTED} ORDER BY 3, 1 LIMIT ${NAMED_MAX}) f) y CROSS JOIN (
          SELECT count(*) AS claims, sum(d.amount) AS claims_amount, min(d.created_at) AS claims_since FROM claims d WHERE ${CLAIMED}) c CROSS JOIN (
          SELECT (array_agg(f.id ORDER BY f.created_at, f.id))[1:1] AS claims_ids, array_agg(f.job_number ORDER BY f.created_at, f.id) AS claims_jobs
          FROM (SELECT d.id, d.job_number, d.created_at FROM claims d WHERE ${CLAIMED} ORDER BY 3, 1 LIMIT ${NAMED_MAX}) f) z`,
});

const collected = statement({
  name: 'overview.collectedCash',
  params: { ...KEY, since: 'timestamptz', now: 'timestamptz', time_zone: 'text', currency: 'text' },
  row: { day: 'text', amount: 'numeric', by_now: 'numeric' },
  sql: `SELECT y.day, x.amount, x.by_now FROM ${LOCAL_DAYS} CROSS JOIN LATERAL (
          SELECT sum(d.cod_amount) AS amount, coalesce(sum(d.cod_amount) FILTER (WHERE d.delivered_at <= y.until), 0) AS by_now
          FROM deliveries d WHERE ${OWN} AND d.delivered_at >= y.began AND d.delivered_at < y.ended AND d.cod_amount > 0 AND d.currency = :currency) x
        WHERE x.amount IS NOT NULL`,
});

const begun = statement({
  name: 'overview.firstDelivery',
  params: KEY,
  row: { address_id: 'text?', address_at: 'timestamptz?', job_number: 'text?', created_at: 'timestamptz?' },
  sql: `SELECT a.id AS address_id, a.created_at AS address_at, f.job_number, f.created_at FROM (SELECT) one
        LEFT JOIN (SELECT d.id, d.created_at FROM addresses d WHERE ${OWN} AND d.is_default AND d.type IN ('pickup', 'both') LIMIT 1) a ON true
        LEFT JOIN (SELECT d.job_number, d.created_at FROM deliveries d WHERE ${OWN} ORDER BY d.created_at, d.job_number LIMIT 1) f ON true`,
});

export type DeliveriesStanding = ValuesOf<(typeof active)['row']> & ValuesOf<(typeof ended)['row']>;
export type ContestedDeliveries = ValuesOf<(typeof contested)['row']>;
export type FirstDelivery = ValuesOf<(typeof begun)['row']>;

/** What is under way now, what ended today, and what failed since `week`. */
export async function standingOfDeliveries(
  runner: Runner,
  { tenant, now, today }: OverviewQuestion,
  week: Date,
): Promise<DeliveriesStanding> {
  const [[first], [second]] = [
    await runner.run(active, { ...keyOf(tenant), now }),
    await runner.run(ended, { ...keyOf(tenant), today, week }),
  ];
  if (!first || !second) throw new Error('A count has no row.');
  return { ...first, ...second };
}

/** Cash that is disputed, and claims that are open. */
export async function contestedDeliveries(
  runner: Runner,
  { tenant }: OverviewQuestion,
): Promise<ContestedDeliveries> {
  const [row] = await runner.run(contested, keyOf(tenant));
  if (!row) throw new Error('A count has no row.');
  return row;
}

/** Cash that couriers collected, by the day on which they did. */
export async function collectedCash(
  runner: Runner,
  { tenant, now, since, timeZone, currency }: OverviewQuestion,
): Promise<readonly MoneyOfDay[]> {
  const rows = await runner.run(collected, { ...keyOf(tenant), now, since, time_zone: timeZone, currency });
  return rows.map((row) => ({ ...row, source: 'deliveries' }));
}

/** The default pickup address and the first delivery. */
export async function firstDelivery(
  runner: Runner,
  { tenant }: OverviewQuestion,
): Promise<FirstDelivery | undefined> {
  return (await runner.run(begun, keyOf(tenant)))[0];
}
