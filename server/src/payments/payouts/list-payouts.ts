import type { Input, Operations, Payout } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { payoutList } from './payouts.queries.ts';
import { presentPayout } from './present-payout.ts';

/** Lists a merchant's payouts, newest first unless sorted otherwise. */
export async function listPayouts(
  { query }: Input<Operations['listPayouts']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Payout[]>> {
  const { rows, meta } = await payoutList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentPayout), { meta });
}
