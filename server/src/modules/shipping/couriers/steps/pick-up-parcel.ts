import type { DriverJob, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { moved } from '../../deliveries/delivery-change.ts';
import type { Shipping } from '../../module.ts';
import { detailsOf } from '../../deliveries/present-delivery.ts';
import { proofRequired } from './required-proof.ts';
import { notNow } from './step-refusals.ts';
import { causeOf, decided, takeStep, type Step } from './take-step.ts';

/** The courier takes a parcel that needs no pickup code. */
export async function pickUpParcel(
  input: Input<Operations['pickUpParcel']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: pickUp() });
}

/** Taking the parcel; one that was taken already is not taken twice. */
export function pickUp(): Step {
  return decided((row, taken) => {
    if (row.picked_up_at !== null) return null;
    if (row.status !== 'assigned') throw notNow(row, 'picked_up', 'be picked up');
    if (detailsOf(row).require_pickup_code) throw proofRequired(row, ['pickup_code']);
    return moved(row, { path: ['picked_up'], cause: causeOf(taken), moment: taken.moment });
  });
}
