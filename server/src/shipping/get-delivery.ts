import { normaliseJobNumber, type Delivery, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { findDelivery } from './deliveries.queries.ts';
import { deliveryNotFound, guessesOf } from './move-delivery.ts';
import type { Shipping } from './open-shipping.ts';
import { presentDelivery } from './present-delivery.ts';

/** Answers one delivery whole, codes included. */
export async function getDelivery(
  { params }: Input<Operations['getDelivery']>,
  call: Call,
  room: Shipping,
): Promise<Reply<Delivery>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  const row =
    jobNumber === null
      ? undefined
      : await findDelivery(
          room.store.of(call.tenant),
          { tenant: call.tenant, jobNumber },
          guessesOf(room.world.now()),
        );
  if (!row) throw deliveryNotFound(params.jobNumber);
  return reply(presentDelivery(row, room), { version: String(row.version) });
}
