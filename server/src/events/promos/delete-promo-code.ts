import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { change } from '../../core/change.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { changePromo, findPromo, type PromoRow } from './promos.queries.ts';
import { promoNotFound } from './read-promo.ts';

/** Ends a code for good; orders that used it keep their discount. */
export async function deletePromoCode(
  { params }: Input<Operations['deletePromoCode']>,
  call: Call,
  room: Events,
): Promise<Reply<Deleted>> {
  const runner = room.store.of(call.tenant);
  const promo = {
    tooMany: 'requests change this promo code',
    read: () => findPromo(runner, call.tenant, { eventId: params.id, id: params.promoId }),
    notFound: promoNotFound,
  };
  return change<PromoRow, Reply<Deleted>>(promo, async (before) => {
    const { ticket_type_ids, max_uses, active, valid_from, valid_until } = before;
    const ended = {
      ticket_type_ids,
      max_uses,
      active,
      valid_from,
      valid_until,
      updated_at: call.now,
      deleted_at: call.now,
    };
    return (await changePromo(runner, call.tenant, { before, change: ended }))
      ? reply({ id: before.id, deleted: true })
      : undefined;
  });
}
