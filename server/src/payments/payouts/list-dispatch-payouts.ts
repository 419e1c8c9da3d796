import type { DispatchPayout, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { reachedPayoutList } from './payouts.queries.ts';
import { presentDispatchPayout } from './present-payout.ts';

/** Lists the payouts within reach, newest first unless sorted otherwise. */
export async function listDispatchPayouts(
  { query }: Input<Operations['listDispatchPayouts']>,
  call: DispatchCall,
  { store }: Payments,
): Promise<Reply<readonly DispatchPayout[]>> {
  const { rows, meta } = await reachedPayoutList.find(store.system.slow, { call, query });
  return reply(rows.map(presentDispatchPayout), { meta });
}
