import { normaliseJobNumber, type DriverJob, type Input, type Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import { deliveryNotFound } from '../../move-delivery.ts';
import type { Shipping } from '../../open-shipping.ts';
import { presentDriverJob } from '../present-driver-job.ts';
import { findJobOfDriver } from './jobs-of-driver.queries.ts';

/** One of the courier's own jobs. */
export async function getJob(
  { params }: Input<Operations['getJob']>,
  { driver }: DriverCall,
  room: Shipping,
): Promise<Reply<DriverJob>> {
  const number = normaliseJobNumber(params.jobNumber);
  const row = number === null ? undefined : await findJobOfDriver(room.store.system, driver.id, number);
  if (!row) throw deliveryNotFound(number ?? params.jobNumber);
  return reply(presentDriverJob(row), { version: String(row.version) });
}
