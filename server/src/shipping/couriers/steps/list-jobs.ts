import type { DriverJob, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../../core/page.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import { readStatuses } from '../../list-deliveries.ts';
import type { Shipping } from '../../open-shipping.ts';
import { presentDriverJob } from '../present-driver-job.ts';
import { listJobsOfDriver } from './jobs-of-driver.queries.ts';

/** Lists the courier's own jobs, those under way first. */
export async function listJobs(
  { query }: Input<Operations['listJobs']>,
  { driver }: DriverCall,
  room: Shipping,
): Promise<Reply<readonly DriverJob[]>> {
  const page = readPage(query, 'by page');
  const statuses = query.status === undefined ? null : readStatuses(query.status);
  const { total, rows } = await listJobsOfDriver(room.store.system.slow, {
    driverId: driver.id,
    statuses,
    skip: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentDriverJob), { meta: listMeta({ page, total, rows }) });
}
