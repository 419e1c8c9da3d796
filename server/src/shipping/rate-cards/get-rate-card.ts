import type { Input, Operations, RateCard } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { cardNotFound, findCard } from './find-card.ts';
import { presentRateCard } from './present-rate-card.ts';

/** Reads a version of the rate card; a draft is the operators' own. */
export async function getRateCard(
  { params }: Input<Operations['getRateCard']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<RateCard>> {
  const row = await findCard(room.store.system, params.version, call.now);
  if (call.reach !== null && row.published_at === null) throw cardNotFound(params.version);
  // When it takes effect or is replaced, it reads differently although nobody has changed it.
  const version = call.reach === null && row.published_at === null ? { version: String(row.revision) } : {};
  return reply(presentRateCard(row), version);
}
