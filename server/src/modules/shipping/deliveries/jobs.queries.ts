import type { Tenant } from '../../../kernel/call/tenant.ts';
import { findOwner, type Runner, statement } from '../../../store/index.ts';

const findJobStatement = statement({
  name: 'jobs.find',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  row: { merchant_id: 'text', livemode: 'bool', status: 'text', driver_id: 'text?', clock: 'timestamptz?' },
  sql: `SELECT d.merchant_id, d.livemode, d.status, d.driver_id, c.frozen_at AS clock
        FROM deliveries d LEFT JOIN test_clocks c ON c.merchant_id = d.merchant_id AND c.livemode = d.livemode WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = :job_number`,
});

/** A delivery as whoever directs or carries it finds it: by its number, whoever it belongs to. */
export type Job = {
  readonly jobNumber: string;
  readonly tenant: Tenant;
  readonly status: string;
  readonly driverId: string | null;
  /** Where its merchant's test clock stands, if it has one. */
  readonly clock: Date | null;
};

/** The delivery with this number, of whatever merchant; undefined when there is none. */
export async function findJob(system: Runner, jobNumber: string): Promise<Job | undefined> {
  const owner = await findOwner(system, 'job', jobNumber);
  const [row] = owner ? await system.run(findJobStatement, { ...owner, job_number: jobNumber }) : [];
  return (
    row && {
      jobNumber,
      tenant: { merchantId: row.merchant_id, livemode: row.livemode },
      status: row.status,
      driverId: row.driver_id,
      clock: row.clock,
    }
  );
}
