import { normaliseJobNumber, type DriverJob, type Input, type Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Shipping } from '../../module.ts';
import { deliveryNotFound } from '../../deliveries/move-delivery.ts';
import { presentDriverJob } from '../present-driver-job.ts';
import { findJobOfDriver, jobList } from './jobs-of-driver.queries.ts';

/** Lists the courier's own jobs, those under way first unless sorted otherwise. */
export async function listJobs(
  { query }: Input<Operations['listJobs']>,
  call: DriverCall,
  { store }: Shipping,
): Promise<Reply<readonly DriverJob[]>> {
  const { rows, meta } = await jobList.find(store.system.reads, {
    call,
    query,
    given: { driver_id: call.driver.id },
  });
  return reply(rows.map(presentDriverJob), { meta });
}

/** One of the courier's own jobs. */
export async function getJob(
  { params }: Input<Operations['getJob']>,
  { driver }: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  const number = normaliseJobNumber(params.jobNumber);
  const row = number === null ? undefined : await findJobOfDriver(module.store.system, driver.id, number);
  if (!row) throw deliveryNotFound(number ?? params.jobNumber);
  return reply(presentDriverJob(row), { version: String(row.version) });
}
