import type { Input, Operations, RateCardHeading } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { listMeta, readPage, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listAllRateCards } from '../pricing/rate-cards.queries.ts';
import { presentHeading } from './present-rate-card.ts';

/** Lists the versions of the rate card, newest first; drafts are the operators' own. */
export async function listRateCards(
  { query }: Input<Operations['listRateCards']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly RateCardHeading[]>> {
  const page = readPage(query, 'by page');
  const all = (await listAllRateCards(room.store.system.slow, call.now)).map(presentHeading);
  const matches = all.filter(
    ({ status }) =>
      (call.reach === null || status !== 'draft') && (query.status === undefined || query.status === status),
  );
  const rows = matches.slice(page.offset);
  return reply(shownRows(page, rows), { meta: listMeta({ page, total: matches.length, rows }) });
}
