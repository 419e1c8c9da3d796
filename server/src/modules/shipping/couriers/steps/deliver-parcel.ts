import { pathTo, type DriverJob, type Input, type Operations } from '@cottontree/contract';
import type { DriverCall } from '../../../../kernel/call/call.ts';
import type { Reply } from '../../../../kernel/call/reply.ts';
import { moved } from '../../deliveries/delivery-change.ts';
import type { Shipping } from '../../module.ts';
import { proofOf } from '../../deliveries/proof.ts';
import { requireCash, type CashGiven } from './collected-cash.ts';
import { placeOf } from './place-of.ts';
import { requireProof } from './required-proof.ts';
import { notNow } from './step-refusals.ts';
import { causeOf, decided, takeStep, type Step } from './take-step.ts';

export type Handover = {
  readonly recipient_name?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly cod_collected?: CashGiven;
};

/** The courier hands over a parcel that needs no delivery code; its proof is kept before. */
export async function deliverParcel(
  input: Input<Operations['deliverParcel']>,
  call: DriverCall,
  module: Shipping,
): Promise<Reply<DriverJob>> {
  return takeStep(input, call, { module, step: handover(input.body) });
}

/** Handing over without a code; one that was handed over already is not handed over twice. */
export function handover(given: Handover): Step {
  return decided((row, taken) => {
    if (row.delivered_at !== null) return null;
    if (row.status !== 'picked_up' && row.status !== 'in_transit')
      throw notNow(row, 'delivered', 'be delivered before it was picked up');
    requireProof(row, { withCode: false });
    requireCash(row, given.cod_collected);
    const path = pathTo(row.status, 'delivered') ?? [];
    const note = given.recipient_name === undefined ? null : `Taken by ${given.recipient_name}`;
    const before = proofOf(row);
    const place = placeOf(given) ?? before;
    return {
      ...moved(row, { path, cause: causeOf(taken, note), moment: taken.moment }),
      proof: {
        ...before,
        recipient_name: given.recipient_name ?? before.recipient_name,
        at: taken.moment.at.toISOString(),
        lat: place.lat,
        lng: place.lng,
      },
    };
  });
}
