import type { Tenant } from '../../../kernel/call/tenant.ts';
import { json, statement, texts, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { KeptAttempt } from '../deliveries/contact-attempts.ts';
import { columnsOf, DRIVER_COLUMNS, LISTED } from '../deliveries/deliveries.queries.ts';
import { NEXT_DUE } from '../deliveries/list-deliveries.queries.ts';
import { WITHIN_REACH } from './dispatch-drivers.queries.ts';
import { byGiven, matching } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import type { DeliveryStatus } from '@cottontree/contract';

const ROW = {
  ...LISTED,
  merchant_name: 'text',
  attempts: json<readonly KeptAttempt[]>(),
  open_incidents: 'int8',
  driver_on_shift: 'bool',
  clock: 'timestamptz?',
} as const;
const ACTIVE = `('pending', 'assigned', 'picked_up', 'in_transit')`;
const FILTER = {
  merchant_id: 'text?',
  livemode: 'bool?',
  statuses: texts<DeliveryStatus>(),
  late_at: 'timestamptz?',
  from: 'timestamptz',
  until: 'timestamptz',
} as const;
/** Where the test clock of a delivery's merchant stands, if one does. */
const CLOCK = `(SELECT c.frozen_at FROM test_clocks c WHERE c.merchant_id = d.merchant_id AND c.livemode = d.livemode)`;
const MATCHES = `(:merchant_id::text IS NULL OR d.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR d.livemode = :livemode) AND d.status = ANY (:statuses)
          AND (:late_at::timestamptz IS NULL OR (d.status IN ${ACTIVE} AND ${NEXT_DUE} < coalesce(${CLOCK}, :late_at))) AND d.created_at >= :from AND d.created_at < :until`;
const SHOWN = `${columnsOf(LISTED)}, ${DRIVER_COLUMNS}, m.name AS merchant_name, d.attempts,
            (SELECT count(*) FROM incidents i WHERE i.merchant_id = d.merchant_id AND i.livemode = d.livemode AND i.job_number = d.job_number AND i.status = 'open') AS open_incidents,
            EXISTS (SELECT FROM driver_shifts s WHERE s.driver_id = d.driver_id AND s.ended_at IS NULL) AS driver_on_shift, ${CLOCK} AS clock`;
const BESIDE = 'JOIN merchants m ON m.id = d.merchant_id LEFT JOIN drivers v ON v.id = d.driver_id';

/** What is under way is found by the index of the board alone; what has ended, by when it was created. */
const listing = (name: string, narrowed: string) =>
  list('listDispatchDeliveries', {
    name: `listDispatchDeliveries.${name}`,
    from: 'deliveries d',
    of: 'platform',
    row: ROW,
    select: SHOWN,
    joins: BESIDE,
    id: 'd.job_number',
    given: FILTER,
    where: `${MATCHES} ${narrowed}`,
    filters: {
      status: byGiven,
      merchant_id: byGiven,
      livemode: byGiven,
      driver_id: matching((id) => `(d.driver_id = ${id} OR (${id} = 'none' AND d.driver_id IS NULL))`),
      zone: matching(
        (code) =>
          `(d.details -> 'pickup_zone' ->> 'code' = ${code} OR d.details -> 'delivery_zone' ->> 'code' = ${code})`,
      ),
      late: byGiven,
      created_from: byGiven,
      created_to: byGiven,
    },
    sorts: { created_at: byTime('d.created_at') },
  });

export const activeBoard = listing('active', `AND d.status IN ${ACTIVE}`);
export const endedBoard = listing('ended', '');

const find = statement({
  name: 'board.find',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  row: ROW,
  sql: `SELECT ${SHOWN} FROM deliveries d ${BESIDE} WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number`,
});

const count = statement({
  name: 'board.count',
  params: { merchant_id: 'text?', livemode: 'bool?', late_at: 'timestamptz' },
  row: { status: 'text', count: 'int8', late: 'int8', unassigned: 'int8' },
  sql: `SELECT d.status, count(*) AS count, count(*) FILTER (WHERE ${NEXT_DUE} < coalesce(c.frozen_at, :late_at)) AS late, count(*) FILTER (WHERE d.driver_id IS NULL) AS unassigned
        FROM deliveries d LEFT JOIN test_clocks c ON c.merchant_id = d.merchant_id AND c.livemode = d.livemode
        WHERE d.status IN ${ACTIVE} AND (:merchant_id::text IS NULL OR d.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR d.livemode = :livemode) GROUP BY d.status`,
});

const staff = statement({
  name: 'board.staff',
  params: { merchant_id: 'text?', livemode: 'bool?' },
  row: { active: 'int8', on_shift: 'int8', free: 'int8', carrying: 'int8', open_incidents: 'int8' },
  sql: `SELECT (SELECT count(*) FROM drivers v WHERE v.active AND ${WITHIN_REACH}) AS active,
          (SELECT count(*) FROM driver_shifts s JOIN drivers v ON v.id = s.driver_id AND v.active WHERE s.ended_at IS NULL AND ${WITHIN_REACH}) AS on_shift,
          (SELECT count(*) FROM driver_shifts s JOIN drivers v ON v.id = s.driver_id AND v.active WHERE s.ended_at IS NULL AND ${WITHIN_REACH} AND NOT EXISTS (
             SELECT FROM deliveries d WHERE d.driver_id = v.id AND d.status IN ('assigned', 'picked_up', 'in_transit') AND (:merchant_id::text IS NULL OR (d.merchant_id = :merchant_id AND d.livemode = :livemode)))) AS free,
          (SELECT count(DISTINCT d.driver_id) FROM deliveries d WHERE d.status IN ('assigned', 'picked_up', 'in_transit') AND (:merchant_id::text IS NULL OR d.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR d.livemode = :livemode)) AS carrying,
          (SELECT count(*) FROM incidents i WHERE i.status = 'open' AND (:merchant_id::text IS NULL OR i.merchant_id = :merchant_id) AND (:livemode::bool IS NULL OR i.livemode = :livemode)) AS open_incidents`,
});

export type BoardRow = ValuesOf<typeof ROW>;
export type BoardFilter = ValuesOf<typeof FILTER> & { readonly onlyActive: boolean };

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
    (await system.run(staff, reach))[0] ?? {
      active: 0n,
      on_shift: 0n,
      free: 0n,
      carrying: 0n,
      open_incidents: 0n,
    }
  );
}
