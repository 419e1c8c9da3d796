import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { changePromo, findPromo } from './promos.queries.ts';
import { promoNotFound } from './read-promo.ts';

const TRIES_MAX = 8;

/** Ends a code for good; orders that used it keep their discount. */
export async function deletePromoCode(
  { params }: Input<Operations['deletePromoCode']>,
  call: Call,
  room: Events,
): Promise<Reply<Deleted>> {
  const runner = room.store.of(call.tenant);
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const before = await findPromo(runner, call.tenant, { eventId: params.id, id: params.promoId });
    if (!before) throw promoNotFound();
    const { ticket_type_ids, max_uses, active, valid_from, valid_until } = before;
    const change = {
      ticket_type_ids,
      max_uses,
      active,
      valid_from,
      valid_until,
      updated_at: call.now,
      deleted_at: call.now,
    };
    if (await changePromo(runner, call.tenant, { before, change }))
      return reply({ id: before.id, deleted: true });
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this promo code at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
