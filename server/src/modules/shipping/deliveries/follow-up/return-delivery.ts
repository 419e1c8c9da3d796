import {
  nextStatuses,
  normaliseJobNumber,
  type Delivery,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { Failure } from '../../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import { findDelivery, type DeliveryChange, type DeliveryRow } from '../deliveries.queries.ts';
import { unchanged } from '../delivery-change.ts';
import { deliveryNotFound, guessesOf, moveDelivery } from '../move-delivery.ts';
import type { Shipping } from '../../module.ts';
import { presentDelivery } from '../present-delivery.ts';
import { composeReturn, type ComposedReturn } from './compose-return.ts';
import { cancelledFollowUps, followUpOf } from './follow-ups.ts';
import { beginReturn, lostItsParcel, withReturn } from './move-and-follow.ts';

/** Has a failed parcel brought back; a return that exists already is answered again, unless it was cancelled. */
export async function returnDelivery(
  { params }: Input<Operations['returnDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const key = { tenant: call.tenant, jobNumber };
  return effect(module, call, {
    work: async (tx) => {
      const found = await findDelivery(tx, key, guessesOf(module.world.now()));
      if (!found) throw deliveryNotFound(jobNumber);
      const cancelled = await cancelledFollowUps(tx, call.tenant, found);
      const planned: { back: ComposedReturn | null } = { back: null };
      const decide = (row: DeliveryRow): DeliveryChange | null => {
        planned.back =
          followUpOf(row, 'return', cancelled) === null
            ? composeReturn(returnable(row, cancelled), { module, now: call.now })
            : null;
        return planned.back && withReturn(row, unchanged(row, call.now), planned.back);
      };
      const { row, changed } = await moveDelivery(tx, key, { decide, wallClock: module.world.now() });
      if (changed && planned.back)
        await beginReturn(tx, key, { back: planned.back, driverId: row.driver_id, module, now: call.now });
      const back = await findDelivery(
        tx,
        { tenant: call.tenant, jobNumber: followUpOf(row, 'return', cancelled) ?? '' },
        guessesOf(module.world.now()),
      );
      if (!back) throw new Error(`The return of ${jobNumber} is not there.`);
      return reply(presentDelivery(back, module), changed ? {} : { status: 200 });
    },
  });
}

function returnable(row: DeliveryRow, cancelled: ReadonlySet<string>): DeliveryRow {
  const status = row.status;
  const details = { from: status, to: status, allowed: nextStatuses(status) };
  if (status === 'picked_up' || status === 'in_transit')
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${status}. Ask the dispatcher to end it first; the parcel then comes back.`,
      { details },
    );
  if (status !== 'failed')
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is ${status}; only what has failed can be brought back.`,
      { details },
    );
  if (row.picked_up_at === null)
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} failed before pickup, so there is no parcel to bring back.`,
      { details },
    );
  if (lostItsParcel(row))
    throw new Failure(
      'STATE_CONFLICT',
      `The parcel of ${row.job_number} was lost, so there is none to bring back. Ask for its value with a claim.`,
      { details },
    );
  if (row.kind === 'return')
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is a return itself; redeliver it to where it should go.`,
      { details },
    );
  const again = followUpOf(row, 'redelivery', cancelled);
  if (again !== null)
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${row.job_number} is being delivered again as ${again}. If that one fails too, have it brought back.`,
      { details: { ...details, job_number: again } },
    );
  return row;
}
