import { orNull, splitTotal } from '../../../kernel/list/page-rows.ts';
import type { CursorPosition } from '../../../kernel/list/page.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import { columnsOf, DRIVER_COLUMNS, LISTED, type ListedRow } from './deliveries.queries.ts';
import { EARLIEST, LATEST } from '../../../kernel/list/list-filters.queries.ts';
import { wholeRowsMax } from '../../../kernel/list/list-walk.queries.ts';

export type ListOrder = 'newest' | 'oldest';

/** Walking begins behind `start_*`; a bound that nobody asked for lies so far off that it leaves nothing out. */
const FROM_START = {
  merchant_id: 'text',
  livemode: 'bool',
  start_at: 'timestamptz',
  start_job: 'text',
  rows_max: 'int4',
} as const;
const COMMON = {
  ...FROM_START,
  created_from: 'timestamptz',
  created_to: 'timestamptz',
  offset: 'int4',
} as const;
const ROW = { total: 'int8', ...orNull(LISTED) } as const;

const TENANT = 'd.merchant_id = :merchant_id AND d.livemode = :livemode';
const CREATED = 'd.created_at >= :created_from AND d.created_at < :created_to';
/** One bound to start at and one to stop at: with two to start at, PostgreSQL may walk from the wider. */
const BEHIND = {
  newest: '(d.created_at, d.job_number) < (:start_at, :start_job)',
  oldest: '(d.created_at, d.job_number) > (:start_at, :start_job)',
} as const;
const WALKED = {
  newest: `${BEHIND.newest} AND d.created_at >= :created_from`,
  oldest: `${BEHIND.oldest} AND d.created_at < :created_to`,
} as const;
const DIRECTION = { newest: 'DESC', oldest: 'ASC' } as const;
const orderBy = (order: ListOrder, table: string): string =>
  `ORDER BY ${table}.created_at ${DIRECTION[order]}, ${table}.job_number ${DIRECTION[order]}`;

/** `keys` finds the rows of the page, which alone are read whole. */
function page(
  order: ListOrder,
  part: { readonly before?: string; readonly keys: string; readonly total: string },
): string {
  return `WITH ${part.before ?? ''} keys AS (
            ${part.keys}
          ), page AS (
            SELECT ${columnsOf(LISTED)}, ${DRIVER_COLUMNS} FROM keys k
            JOIN deliveries d ON ${TENANT} AND d.job_number = k.job_number LEFT JOIN drivers v ON v.id = d.driver_id
          )
          SELECT t.total, p.* FROM (SELECT ${part.total} AS total) t LEFT JOIN page p ON true ${orderBy(order, 'p')}`;
}

const bothOrders = <Text>(inOrder: (order: ListOrder) => Text): Readonly<Record<ListOrder, Text>> => ({
  newest: inOrder('newest'),
  oldest: inOrder('oldest'),
});
const COUNTERS = 'SELECT coalesce(sum(d.deliveries), 0)::int8 FROM delivery_counters d';

/** A page from its start or behind a cursor, of all or of one status: by a number that stands here it is planned once, as other lists are. */
const fromStart = (part: 'whole' | 'ofStatus') =>
  bothOrders((order) => {
    const own = part === 'whole' ? TENANT : `${TENANT} AND d.status = :status`;
    return statement({
      name: `deliveries.list.${part}.${order}`,
      params: part === 'whole' ? FROM_START : { ...FROM_START, status: 'text' },
      row: ROW,
      sql: page(order, {
        keys: `SELECT * FROM (SELECT d.created_at, d.job_number FROM deliveries d WHERE ${own} AND ${BEHIND[order]} ${orderBy(order, 'd')} LIMIT ${wholeRowsMax}) most LIMIT :rows_max::int4`,
        total: `(${COUNTERS} WHERE ${own})`,
      }),
    });
  });
const allFromStart = fromStart('whole');
const ofStatusFromStart = fromStart('ofStatus');

/** `whole` says that no bound of time was asked for, so that the counters know the total. */
const every = bothOrders((order) =>
  statement({
    name: `deliveries.list.${order}`,
    params: { ...COMMON, whole: 'bool' },
    row: ROW,
    sql: page(order, {
      keys: `SELECT d.created_at, d.job_number FROM deliveries d WHERE ${TENANT} AND ${WALKED[order]} ${orderBy(order, 'd')} LIMIT :rows_max OFFSET :offset`,
      total: `CASE WHEN :whole THEN (${COUNTERS} WHERE ${TENANT}) ELSE (SELECT count(*) FROM deliveries d WHERE ${TENANT} AND ${CREATED}) END`,
    }),
  }),
);

/** Each status is walked in its own order as far as the page can reach, so that a rare one is found as fast as a common one. */
const byStatus = bothOrders((order) =>
  statement({
    name: `deliveries.list.byStatus.${order}`,
    params: { ...COMMON, whole: 'bool', statuses: 'text[]' },
    row: ROW,
    sql: page(order, {
      keys: `SELECT k.created_at, k.job_number FROM unnest(:statuses::text[]) AS s(status) CROSS JOIN LATERAL (
              SELECT d.created_at, d.job_number FROM deliveries d WHERE ${TENANT} AND d.status = s.status AND ${WALKED[order]} ${orderBy(order, 'd')} LIMIT :rows_max::int4 + :offset::int4
            ) k ${orderBy(order, 'k')} LIMIT :rows_max OFFSET :offset`,
      total: `CASE WHEN :whole THEN (${COUNTERS} WHERE ${TENANT} AND d.status = ANY (:statuses))
                ELSE (SELECT count(*) FROM deliveries d WHERE ${TENANT} AND d.status = ANY (:statuses) AND ${CREATED}) END`,
    }),
  }),
);

/** Without another filter, an index alone counts a city. */
const byCity = bothOrders((order) =>
  statement({
    name: `deliveries.list.byCity.${order}`,
    params: { ...COMMON, delivery_city: 'text' },
    row: ROW,
    sql: page(order, {
      keys: `SELECT d.created_at, d.job_number FROM deliveries d WHERE ${TENANT} AND d.delivery_city = :delivery_city AND ${WALKED[order]} ${orderBy(order, 'd')} LIMIT :rows_max OFFSET :offset`,
      total: `(SELECT count(*) FROM deliveries d WHERE ${TENANT} AND d.delivery_city = :delivery_city AND ${CREATED})`,
    }),
  }),
);

/** When a delivery is due next. */
export const NEXT_DUE = `CASE WHEN d.status IN ('pending', 'assigned') THEN d.estimated_pickup_at ELSE d.estimated_delivery_at END`;

const FILTERS = {
  order_number: { asked: ':order_number::text', condition: 'd.order_number = :order_number' },
  transaction_id: { asked: ':transaction_id::text', condition: 'd.transaction_id = :transaction_id' },
  recipient_phone: { asked: ':recipient_phone::text', condition: 'd.recipient_phone = :recipient_phone' },
  updated_since: { asked: ':updated_since::timestamptz', condition: 'd.updated_at >= :updated_since' },
  late_at: {
    asked: ':late_at::timestamptz',
    condition: `d.status IN ('pending', 'assigned', 'picked_up', 'in_transit') AND ${NEXT_DUE} < :late_at`,
  },
  cod_statuses: { asked: ':cod_statuses::text[]', condition: 'd.cod_status = ANY (:cod_statuses)' },
  delivery_city: { asked: ':delivery_city::text', condition: 'd.delivery_city = :delivery_city' },
  statuses: { asked: ':statuses::text[]', condition: 'd.status = ANY (:statuses)' },
} as const;
type Lead = keyof typeof FILTERS;

/** The leading filter chooses the index; where it is a bound of time, another one must be in a form that no index serves. */
function conditionsUnder(lead: Lead): string {
  const others = Object.entries(FILTERS)
    .filter(([filter]) => filter !== lead)
    .map(([, { asked, condition }]) => `(${asked} IS NULL OR ${condition})`);
  return [
    TENANT,
    FILTERS[lead].condition,
    lead === 'updated_since' ? `(${CREATED}) IS TRUE` : CREATED,
    ...others,
  ].join(' AND ');
}

/** A row for each status keeps the planner from reading past the others' rows. */
function matchedBy(lead: Lead): string {
  const rows = `SELECT d.created_at, d.job_number FROM deliveries d WHERE ${conditionsUnder(lead)}`;
  return lead === 'statuses'
    ? `SELECT m.* FROM unnest(:statuses::text[]) AS s(status) CROSS JOIN LATERAL (${rows} AND d.status = s.status OFFSET 0) m`
    : rows;
}

const ledBy = (lead: Lead) =>
  bothOrders((order) =>
    statement({
      name: `deliveries.list.${lead}.${order}`,
      params: {
        ...COMMON,
        order_number: 'text?',
        transaction_id: 'text?',
        recipient_phone: 'text?',
        updated_since: 'timestamptz?',
        delivery_city: 'text?',
        statuses: 'text[]?',
        cod_statuses: 'text[]?',
        late_at: 'timestamptz?',
      },
      ...(lead === 'cod_statuses' ? { plannedAnew: true } : {}),
      row: ROW,
      sql: page(order, {
        before: `matched AS MATERIALIZED (${matchedBy(lead)}),`,
        keys: `SELECT d.created_at, d.job_number FROM matched d WHERE ${WALKED[order]} ${orderBy(order, 'd')} LIMIT :rows_max OFFSET :offset`,
        total: '(SELECT count(*) FROM matched)',
      }),
    }),
  );
/** The most telling filter first. */
const led = [
  { lead: 'order_number', text: ledBy('order_number') },
  { lead: 'transaction_id', text: ledBy('transaction_id') },
  { lead: 'recipient_phone', text: ledBy('recipient_phone') },
  { lead: 'late_at', text: ledBy('late_at') },
  { lead: 'updated_since', text: ledBy('updated_since') },
  { lead: 'cod_statuses', text: ledBy('cod_statuses') },
  { lead: 'delivery_city', text: ledBy('delivery_city') },
] as const;
const ledByStatus = ledBy('statuses');
/** Where deliveries end and pile up; of every other status there are few at a time. */
const PILES: ReadonlySet<string> = new Set(['completed', 'cancelled']);

export type DeliveryFilter = {
  /** Different ones, at least one. */
  readonly statuses: readonly string[] | null;
  readonly order_number: string | null;
  readonly transaction_id: string | null;
  readonly delivery_city: string | null;
  readonly recipient_phone: string | null;
  readonly created_from: Date | null;
  /** Excluded. */
  readonly created_to: Date | null;
  readonly updated_since: Date | null;
  readonly cod_statuses: readonly string[] | null;
  /** Only those due before. */
  readonly late_at: Date | null;
};
export type ListWanted = {
  readonly order: ListOrder;
  readonly after: CursorPosition | null;
  readonly offset: number;
  readonly rowsMax: number;
  readonly filter: DeliveryFilter;
};
export type ListedPart = { readonly total: number; readonly rows: readonly ListedRow[] };

/** A part of the tenant's deliveries and how many there are in all; both of one snapshot. */
export async function listTenantDeliveries(
  runner: Runner,
  tenant: Tenant,
  wanted: ListWanted,
): Promise<ListedPart> {
  return splitTotal<ListedRow>(
    await run(runner, wanted, { ...keyOf(tenant), ...walkOf(wanted) }),
    'job_number',
  );
}

function run(
  runner: Runner,
  { order, filter }: ListWanted,
  common: ValuesOf<typeof COMMON>,
): Promise<readonly ValuesOf<typeof ROW>[]> {
  const { statuses, delivery_city } = filter;
  const leading = led.find(({ lead }) => filter[lead] !== null);
  if (leading?.lead === 'delivery_city' && delivery_city !== null && statuses === null)
    return runner.run(byCity[order], { ...common, delivery_city });
  const whole = filter.created_from === null && filter.created_to === null;
  const isFromStart = whole && common.offset === 0 && common.rows_max <= wholeRowsMax;
  if (!leading && isFromStart) {
    if (statuses === null) return runner.run(allFromStart[order], common);
    const [status = '', ...others] = statuses;
    if (others.length === 0) return runner.run(ofStatusFromStart[order], { ...common, status });
  }
  if (!leading)
    return statuses === null
      ? runner.run(every[order], { ...common, whole })
      : runner.run(byStatus[order], { ...common, whole, statuses });
  const isRare =
    (leading.lead === 'delivery_city' || leading.lead === 'cod_statuses') &&
    statuses !== null &&
    !statuses.some((status) => PILES.has(status));
  return runner.run((isRare ? ledByStatus : leading.text)[order], { ...filter, ...common });
}

function walkOf({
  order,
  after,
  offset,
  rowsMax,
  filter,
}: ListWanted): Omit<ValuesOf<typeof COMMON>, 'merchant_id' | 'livemode'> {
  const from = filter.created_from ?? EARLIEST;
  const to = filter.created_to ?? LATEST;
  const begins = order === 'newest' ? to : from;
  const isWithin = after !== null && (order === 'newest' ? after.at < to : after.at >= from);
  return {
    start_at: isWithin ? after.at : begins,
    start_job: isWithin ? after.id : '',
    created_from: from,
    created_to: to,
    rows_max: rowsMax,
    offset,
  };
}
