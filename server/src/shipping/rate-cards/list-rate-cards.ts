import { rateCardStatuses, type Input, type Operations, type RateCardHeading } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { pageOfItems } from '../../core/page-of-items.ts';
import { readSeveral } from '../../core/read-several.ts';
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
  const statuses =
    query.status === undefined
      ? rateCardStatuses
      : readSeveral(query.status, { path: 'status', words: rateCardStatuses });
  const cards = (await listAllRateCards(room.store.system.slow, call.now)).map(presentHeading);
  const matches = cards.filter(
    ({ status }) => (call.reach === null || status !== 'draft') && statuses.includes(status),
  );
  const { rows, meta } = pageOfItems(matches, query, { version: ({ version }) => version });
  return reply(rows, { meta });
}
