import type { DriverJob, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { moved } from '../../deliveries/delivery-change.ts';
import type { Shipping } from '../../module.ts';
import { notNow } from './step-refusals.ts';
import { causeOf, decided, takeStep, type Step } from './take-step.ts';

/** The courier leaves the pickup with the parcel. */
export async function departWithParcel(
  input: Input<Operations['departWithParcel']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: departure() });
}

/** Leaving; a parcel that is on its way already, or has come to its end since, has left. */
export function departure(): Step {
  return decided((row, taken) => {
    if (row.in_transit_at !== null || (row.picked_up_at !== null && row.failed_at !== null)) return null;
    if (row.status !== 'picked_up') throw notNow(row, 'in_transit', 'depart before it was picked up');
    return moved(row, { path: ['in_transit'], cause: causeOf(taken), moment: taken.moment });
  });
}
