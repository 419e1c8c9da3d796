import { orNull, splitTotal } from '../../../core/page-rows.ts';
import { json, statement, type Runner } from '../../../store/index.ts';
import type { KeptAttempt } from './contact-attempts.ts';
import { columnsOf, DRIVER_COLUMNS, LISTED } from '../../deliveries.queries.ts';

const JOB = { ...LISTED, attempts: json<readonly KeptAttempt[]>() } as const;

/** One courier's jobs of all merchants, what is under way first. */
const listStatement = statement({
  name: 'jobs.ofDriver',
  params: { driver_id: 'text', statuses: 'text[]?', skip: 'int4', rows_max: 'int4' },
  row: { total: 'int8', ...orNull(JOB) },
  sql: `WITH mine AS (SELECT * FROM deliveries WHERE driver_id = :driver_id AND (:statuses::text[] IS NULL OR status = ANY (:statuses)))
        SELECT t.total, p.* FROM (SELECT count(*) AS total FROM mine) t LEFT JOIN LATERAL (
          SELECT ${columnsOf(LISTED)}, ${DRIVER_COLUMNS}, d.attempts FROM mine d LEFT JOIN drivers v ON v.id = d.driver_id
          ORDER BY d.status IN ('assigned', 'picked_up', 'in_transit') DESC, d.assigned_at DESC, d.job_number OFFSET :skip::int4 LIMIT :rows_max::int4
        ) p ON true`,
});

const findStatement = statement({
  name: 'jobs.ofDriverByNumber',
  params: { driver_id: 'text', job_number: 'text' },
  row: JOB,
  sql: `SELECT ${columnsOf(LISTED)}, ${DRIVER_COLUMNS}, d.attempts FROM deliveries d LEFT JOIN drivers v ON v.id = d.driver_id WHERE d.job_number = :job_number AND d.driver_id = :driver_id`,
});

export type JobsWanted = {
  readonly driverId: string;
  readonly statuses: readonly string[] | null;
  readonly skip: number;
  readonly rowsMax: number;
};

/** A page of a courier's jobs, and how many there are. */
export async function listJobsOfDriver(system: Runner, { driverId, statuses, skip, rowsMax }: JobsWanted) {
  return splitTotal(
    await system.run(listStatement, { driver_id: driverId, statuses, skip, rows_max: rowsMax }),
    'job_number',
  );
}

/** The job with this number if the courier has it. */
export async function findJobOfDriver(system: Runner, driverId: string, jobNumber: string) {
  return (await system.run(findStatement, { driver_id: driverId, job_number: jobNumber }))[0];
}
