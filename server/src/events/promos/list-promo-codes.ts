import type { Input, Operations, PromoCode } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { eventNotFound } from '../event-not-found.ts';
import { findEvent } from '../events.queries.ts';
import type { Events } from '../open-events.ts';
import { presentPromo } from './present-promo.ts';
import { listEventPromos } from './promos.queries.ts';

/** Lists an event's promo codes with their uses, newest first. */
export async function listPromoCodes(
  { params, query }: Input<Operations['listPromoCodes']>,
  call: Call,
  room: Events,
): Promise<Reply<readonly PromoCode[]>> {
  const page = readPage(query, 'by page');
  const runner = room.store.slow(call.tenant);
  const { total, rows } = await listEventPromos(runner, call.tenant, {
    eventId: params.id,
    rowsMax: rowsWanted(page),
    offset: page.offset,
  });
  if (total === 0 && !(await findEvent(runner, call.tenant, params.id))) throw eventNotFound(params.id);
  return reply(shownRows(page, rows).map(presentPromo), { meta: listMeta({ page, total, rows }) });
}
