import type { Position } from '../../core/page.ts';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import type { Tenant } from '../../core/tenant.ts';
import { json, statement, type Runner, type ValuesOf } from '../../store/index.ts';
import type { KeptAttempt } from '../couriers/steps/contact-attempts.ts';
import { columnsOf, DRIVER_COLUMNS, LISTED } from '../deliveries.queries.ts';
import { WITHIN_REACH } from './dispatch-drivers.queries.ts';

const ROW = {
  ...LISTED,
  merchant_name: 'text',
  attempts: json<readonly KeptAttempt[]>(),
  open_incidents: 'int8',
} as const;
const ACTIVE = `('pending', 'assigned', 'picked_up', 'in_transit')`;
/** When a delivery is due next. */
const NEXT_DUE = `CASE WHEN d.status IN ('pending', 'assigned') THEN d.estimated_pickup_at ELSE d.estimated_delivery_at END`;
const FILTER = {
  merchant_id: 'text?',
  livemode: 'bool?',
  statuses: 'text[]',
  driver_id: 'text?',
  zone: 'text?',
  late_at: 'timestamptz?',
  created_from: 'timestamptz',
  created_to: 'timestamptz',
} as const;
const MATCHES = `(:merchant_id::text IS NULL OR d.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR d.livemode = :livemode) AND d.status = ANY (:statuses)
          AND (:driver_id::text IS NULL OR d.driver_id = :driver_id OR (:driver_id = 'none' AND d.driver_id IS NULL))
          AND (:zone::text IS NULL OR d.details -> 'pickup_zone' ->> 'code' = :zone OR d.details -> 'delivery_zone' ->> 'code' = :zone)
          AND (:late_at::timestamptz IS NULL OR (d.status IN ${ACTIVE} AND ${NEXT_DUE} < :late_at)) AND d.created_at >= :created_from AND d.created_at < :created_to`;
const SHOWN = `${columnsOf(LISTED)}, ${DRIVER_COLUMNS}, m.name AS merchant_name, d.attempts,
            (SELECT count(*) FROM incidents i WHERE i.merchant_id = d.merchant_id AND i.livemode = d.livemode AND i.job_number = d.job_number AND i.status = 'open') AS open_incidents`;
const FROM =
  'deliveries d JOIN merchants m ON m.id = d.merchant_id LEFT JOIN drivers v ON v.id = d.driver_id';

/** What is under way is found by the index of the board alone; what has ended, by when it was created. */
function listing(name: string, narrowed: string) {
  return statement({
    name,
    params: { ...FILTER, before_at: 'timestamptz', before_id: 'text', rows_max: 'int4', offset: 'int4' },
    row: { total: 'int8', ...orNull(ROW) },
    sql: `WITH keys AS MATERIALIZED (
            SELECT d.merchant_id, d.livemode, d.job_number, d.created_at FROM deliveries d WHERE ${MATCHES} ${narrowed}
          ), chosen AS (
            SELECT * FROM keys k WHERE (k.created_at, k.job_number) < (:before_at, :before_id) ORDER BY k.created_at DESC, k.job_number DESC LIMIT :rows_max::int4 OFFSET :offset::int4
          ), page AS (
            SELECT ${SHOWN} FROM chosen k JOIN deliveries d ON d.merchant_id = k.merchant_id AND d.livemode = k.livemode AND d.job_number = k.job_number
            JOIN merchants m ON m.id = d.merchant_id LEFT JOIN drivers v ON v.id = d.driver_id
          )
          SELECT t.total, p.* FROM (SELECT count(*) AS total FROM keys) t LEFT JOIN page p ON true ORDER BY p.created_at DESC, p.job_number DESC`,
  });
}

const listActive = listing('board.listActive', `AND d.status IN ${ACTIVE}`);
const listEnded = listing('board.listEnded', '');

const find = statement({
  name: 'board.find',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  row: ROW,
  sql: `SELECT ${SHOWN} FROM ${FROM} WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number`,
});

const count = statement({
  name: 'board.count',
  params: { merchant_id: 'text?', livemode: 'bool?', late_at: 'timestamptz' },
  row: { status: 'text', count: 'int8', late: 'int8', unassigned: 'int8' },
  sql: `SELECT d.status, count(*) AS count, count(*) FILTER (WHERE ${NEXT_DUE} < :late_at) AS late, count(*) FILTER (WHERE d.driver_id IS NULL) AS unassigned
        FROM deliveries d WHERE d.status IN ${ACTIVE} AND (:merchant_id::text IS NULL OR d.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR d.livemode = :livemode) GROUP BY d.status`,
});

const staff = statement({
  name: 'board.staff',
  params: { merchant_id: 'text?', livemode: 'bool?' },
  row: { active: 'int8', on_shift: 'int8', carrying: 'int8', open_incidents: 'int8' },
  sql: `SELECT (SELECT count(*) FROM drivers v WHERE v.active AND ${WITHIN_REACH}) AS active,
          (SELECT count(*) FROM driver_shifts s JOIN drivers v ON v.id = s.driver_id AND v.active WHERE s.ended_at IS NULL AND ${WITHIN_REACH}) AS on_shift,
          (SELECT count(DISTINCT d.driver_id) FROM deliveries d WHERE d.status IN ('assigned', 'picked_up', 'in_transit') AND (:merchant_id::text IS NULL OR d.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR d.livemode = :livemode)) AS carrying,
          (SELECT count(*) FROM incidents i WHERE i.status = 'open' AND (:merchant_id::text IS NULL OR i.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR i.livemode = :livemode)) AS open_incidents`,
});

export type BoardRow = ValuesOf<typeof ROW>;
export type BoardFilter = ValuesOf<typeof FILTER> & { readonly onlyActive: boolean };
type Wanted = { readonly after: Position | null; readonly offset: number; readonly rowsMax: number };

const LATEST: Position = { at: new Date('9999-12-31T00:00:00Z'), id: '' };

/** The deliveries that match, of all merchants within the filter, newest first. */
export async function listBoard(
  system: Runner,
  { onlyActive, ...filter }: BoardFilter,
  { after, offset, rowsMax }: Wanted,
) {
  const { at, id } = after ?? LATEST;
  const rows = await system.run(onlyActive ? listActive : listEnded, {
    before_at: at,
    before_id: id,
    rows_max: rowsMax,
    offset,
    ...filter,
  });
  return splitTotal<BoardRow>(rows, 'job_number');
}

export async function findOnBoard(
  system: Runner,
  { tenant, jobNumber }: { readonly tenant: Tenant; readonly jobNumber: string },
): Promise<BoardRow | undefined> {
  return (
    await system.run(find, {
      merchant_id: tenant.merchantId,
      livemode: tenant.livemode,
      job_number: jobNumber,
    })
  )[0];
}

type Reach = { readonly merchant_id: string | null; readonly livemode: boolean | null };

/** How many deliveries are under way in each status, and how many of them are late or without a driver. */
export async function countBoard(system: Runner, reach: Reach, lateAt: Date) {
  return system.run(count, { ...reach, late_at: lateAt });
}

/** Who is at work, and how many incidents are open. */
export async function countStaff(system: Runner, reach: Reach) {
  return (
    (await system.run(staff, reach))[0] ?? { active: 0n, on_shift: 0n, carrying: 0n, open_incidents: 0n }
  );
}
