import type { Input, Operations, PromoCode } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { promoList } from './promos.queries.ts';
import { eventNotFound } from '../event-not-found.ts';
import { findEvent } from '../events.queries.ts';
import { presentPromo } from './present-promo.ts';

/** Lists an event's promo codes with their uses, newest first unless sorted otherwise. */
export async function listPromoCodes(
  { params: { id }, query }: Input<Operations['listPromoCodes']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly PromoCode[]>> {
  const runner = store.slow(call.tenant);
  const { rows, total, meta } = await promoList.find(runner, { call, query, given: { event_id: id } });
  if (total === 0 && !(await findEvent(runner, call.tenant, id))) throw eventNotFound(id);
  return reply(rows.map(presentPromo), { meta });
}
