import type { Currency, FailureReason, ReportGroup } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { ReportRange } from '../../../kernel/time/read-range.ts';

const RANGE = { merchant_id: 'text', livemode: 'bool', from: 'timestamptz', until: 'timestamptz' } as const;
const CREATED =
  'd.merchant_id = :merchant_id AND d.livemode = :livemode AND d.created_at >= :from AND d.created_at < :until';
const ON_TIME = 'count(*) FILTER (WHERE d.delivered_at <= d.estimated_delivery_at)';
const SUMS = `count(*) AS jobs, sum(d.shipping_fee) AS fees, count(d.delivered_at) AS delivered, count(*) FILTER (WHERE d.status = 'failed') AS failed,
          count(*) FILTER (WHERE d.status = 'cancelled') AS cancelled, ${ON_TIME} AS on_time, (avg(extract(epoch FROM d.delivered_at - d.created_at)) / 60)::float8 AS minutes`;

const GROUPS: Readonly<Record<ReportGroup, string>> = {
  day: `to_char(d.created_at AT TIME ZONE :time_zone::text, 'YYYY-MM-DD')`,
  status: 'd.status',
  zone: `coalesce(d.details -> 'delivery_zone' ->> 'code', '')`,
  service_level: `coalesce(d.details ->> 'service_level', '')`,
};

/** Only what falls on days needs to know where they begin. */
const byGroup = (group: ReportGroup) =>
  statement({
    name: `reports.deliveries.${group}`,
    params: { ...RANGE, time_zone: 'text' },
    row: {
      group: 'text',
      currency: text<Currency>(),
      jobs: 'int8',
      fees: 'numeric',
      delivered: 'int8',
      failed: 'int8',
      cancelled: 'int8',
      on_time: 'int8',
      minutes: 'float8?',
    },
    sql: `SELECT g.group, d.currency, ${SUMS} FROM deliveries d CROSS JOIN LATERAL (SELECT ${GROUPS[group]} AS group) g
        WHERE ${CREATED} AND :time_zone::text IS NOT NULL GROUP BY g.group, d.currency ORDER BY g.group, d.currency`,
  });
const deliveries = {
  day: byGroup('day'),
  status: byGroup('status'),
  zone: byGroup('zone'),
  service_level: byGroup('service_level'),
} as const;

const failures = statement({
  name: 'reports.failures',
  params: RANGE,
  row: { reason: text<FailureReason>(), jobs: 'int8' },
  sql: `SELECT f.reason, count(*) AS jobs FROM deliveries d CROSS JOIN LATERAL (SELECT coalesce(d.failure ->> 'reason', 'other') AS reason) f
        WHERE ${CREATED} AND d.status = 'failed' GROUP BY f.reason ORDER BY jobs DESC, f.reason`,
});

/** Each step of the cash has one debit in the ledger. */
const cod = statement({
  name: 'reports.cod',
  params: { ...RANGE, time_zone: 'text' },
  row: {
    day: 'text',
    currency: text<Currency>(),
    collected: 'numeric',
    deposited: 'numeric',
    settled: 'numeric',
  },
  sql: `SELECT g.day, e.currency, coalesce(sum(e.amount) FILTER (WHERE t.kind = 'cod.collected'), 0) AS collected,
          coalesce(sum(e.amount) FILTER (WHERE t.kind = 'cod.deposited'), 0) AS deposited, coalesce(sum(e.amount) FILTER (WHERE t.kind = 'cod.settled'), 0) AS settled
        FROM ledger_entries e JOIN ledger_tx t ON t.merchant_id = e.merchant_id AND t.livemode = e.livemode AND t.id = e.tx_id
        CROSS JOIN LATERAL (SELECT to_char(e.created_at AT TIME ZONE :time_zone::text, 'YYYY-MM-DD') AS day) g
        WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.created_at >= :from AND e.created_at < :until AND e.amount > 0 AND t.kind IN ('cod.collected', 'cod.deposited', 'cod.settled')
        GROUP BY g.day, e.currency ORDER BY g.day, e.currency`,
});

/** Courier by courier, for the index of their jobs begins with them. */
const drivers = statement({
  name: 'reports.drivers',
  params: {
    merchant_id: 'text?',
    livemode: 'bool',
    from: 'timestamptz',
    until: 'timestamptz',
    rows_max: 'int4',
  },
  row: {
    driver_id: 'text',
    driver_name: 'text',
    currency: text<Currency>(),
    jobs: 'int8',
    delivered: 'int8',
    failed: 'int8',
    on_time: 'int8',
    ratings: 'int8',
    stars: 'float8?',
    cash: 'numeric',
  },
  sql: `SELECT v.id AS driver_id, v.name AS driver_name, s.* FROM drivers v CROSS JOIN LATERAL (
          SELECT d.currency, count(*) AS jobs, count(d.delivered_at) AS delivered, count(*) FILTER (WHERE d.status = 'failed') AS failed, ${ON_TIME} AS on_time,
            count(d.rating) AS ratings, avg((d.rating ->> 'stars')::float8) AS stars,
            coalesce(sum(d.cod_amount) FILTER (WHERE d.cod_status IN ('collected', 'deposited', 'settled', 'disputed') AND k.payment_id IS NULL), 0) AS cash
          FROM deliveries d LEFT JOIN delivery_payments k ON k.merchant_id = d.merchant_id AND k.livemode = d.livemode AND k.job_number = d.job_number AND k.state = 'kept' WHERE d.driver_id = v.id AND d.livemode = :livemode AND d.assigned_at >= :from AND d.assigned_at < :until AND (:merchant_id::text IS NULL OR d.merchant_id = :merchant_id) GROUP BY d.currency
        ) s ORDER BY s.jobs DESC, v.id, s.currency LIMIT :rows_max::int4`,
});

const timeZone = statement({
  name: 'reports.timeZone',
  params: { merchant_id: 'text' },
  row: { time_zone: 'text' },
  sql: 'SELECT time_zone FROM merchants WHERE id = :merchant_id',
});

export type DeliveriesSums = ValuesOf<(typeof deliveries)['day']['row']>;
export type DriverSums = ValuesOf<(typeof drivers)['row']>;

/** The deliveries created in the time, in groups. */
export async function sumDeliveries(
  runner: Runner,
  tenant: Tenant,
  { group, range }: { readonly group: ReportGroup; readonly range: ReportRange },
): Promise<readonly DeliveriesSums[]> {
  return runner.run(deliveries[group], {
    ...keyOf(tenant),
    from: range.from,
    until: range.until,
    time_zone: range.timeZone,
  });
}

/** Why deliveries failed that were created in the time. */
export async function countFailures(runner: Runner, tenant: Tenant, { from, until }: ReportRange) {
  return runner.run(failures, { ...keyOf(tenant), from, until });
}

/** What the cash did on each day. */
export async function sumCod(runner: Runner, tenant: Tenant, range: ReportRange) {
  return runner.run(cod, {
    ...keyOf(tenant),
    from: range.from,
    until: range.until,
    time_zone: range.timeZone,
  });
}

/** What each courier did, for one merchant or for all. */
export async function sumDrivers(
  system: Runner,
  wanted: {
    readonly merchantId: string | null;
    readonly livemode: boolean;
    readonly range: ReportRange;
    readonly rowsMax: number;
  },
): Promise<readonly DriverSums[]> {
  const { merchantId, livemode, range, rowsMax } = wanted;
  return system.run(drivers, {
    merchant_id: merchantId,
    livemode,
    from: range.from,
    until: range.until,
    rows_max: rowsMax,
  });
}

export async function timeZoneOf(system: Runner, merchantId: string): Promise<string | undefined> {
  return (await system.run(timeZone, { merchant_id: merchantId }))[0]?.time_zone;
}
