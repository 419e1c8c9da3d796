import type { DriverJob, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import { presentDriverJob } from '../present-driver-job.ts';
import type { Shipping } from '../../open-shipping.ts';
import { jobList } from './jobs-of-driver.queries.ts';

/** Lists the courier's own jobs, those under way first unless sorted otherwise. */
export async function listJobs(
  { query }: Input<Operations['listJobs']>,
  call: DriverCall,
  { store }: Shipping,
): Promise<Reply<readonly DriverJob[]>> {
  const { rows, meta } = await jobList.find(store.system.slow, {
    call,
    query,
    given: { driver_id: call.driver.id },
  });
  return reply(rows.map(presentDriverJob), { meta });
}
