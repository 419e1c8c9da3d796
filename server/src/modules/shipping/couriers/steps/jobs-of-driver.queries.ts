import { findOwner, json, type Runner, statement } from '../../../../store/index.ts';
import type { KeptAttempt } from '../../deliveries/contact-attempts.ts';
import { columnsOf, DRIVER_COLUMNS, LISTED } from '../../deliveries/deliveries.queries.ts';
import { several } from '../../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../../kernel/list/list.queries.ts';
import { byText, byTime } from '../../../../kernel/list/list-walk.queries.ts';
import { deliveryStatuses } from '@cottontree/contract';

const JOB = { ...LISTED, attempts: json<readonly KeptAttempt[]>() } as const;

const ASSIGNED_AT = 'coalesce(d.assigned_at, d.created_at)';

/** One courier's jobs of all merchants. */
export const jobList = list('listJobs', {
  from: 'deliveries d',
  of: 'platform',
  row: JOB,
  select: `${columnsOf(LISTED)}, ${DRIVER_COLUMNS}, d.attempts`,
  joins: 'LEFT JOIN drivers v ON v.id = d.driver_id',
  id: 'd.job_number',
  given: { driver_id: 'text' },
  where: 'd.driver_id = :driver_id',
  filters: { status: several('d.status', deliveryStatuses) },
  sorts: {
    under_way: byText(
      `CASE WHEN d.status IN ('assigned', 'picked_up', 'in_transit') THEN '1' ELSE '0' END || to_char(${ASSIGNED_AT} AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS')`,
    ),
    assigned_at: byTime(ASSIGNED_AT),
  },
});

const findStatement = statement({
  name: 'jobs.ofDriverByNumber',
  params: { merchant_id: 'text', livemode: 'bool', driver_id: 'text', job_number: 'text' },
  row: JOB,
  sql: `SELECT ${columnsOf(LISTED)}, ${DRIVER_COLUMNS}, d.attempts FROM deliveries d LEFT JOIN drivers v ON v.id = d.driver_id WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number AND d.driver_id = :driver_id`,
});

/** The job with this number if the courier has it. */
export async function findJobOfDriver(system: Runner, driverId: string, jobNumber: string) {
  const owner = await findOwner(system, 'job', jobNumber);
  return (
    owner && (await system.run(findStatement, { ...owner, driver_id: driverId, job_number: jobNumber }))[0]
  );
}
