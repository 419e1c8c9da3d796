import type { DeliverySummary, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import { unassigned } from '../assign-driver.ts';
import type { Shipping } from '../open-shipping.ts';
import { directJob } from './direct-job.ts';

/** Takes a delivery from its driver before pickup. */
export async function unassignDelivery(
  { params, body }: Input<Operations['unassignDelivery']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<DeliverySummary>> {
  const details = { reason: body.reason };
  return directJob(
    {
      action: 'unassignDelivery',
      jobNumber: params.jobNumber,
      details,
      decide: (row, job) => unassigned(row, job.now),
    },
    { call, room },
  );
}
