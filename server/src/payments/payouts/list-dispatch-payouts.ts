import type { DispatchPayout, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { pageOfPayouts } from './list-payouts.ts';
import { presentDispatchPayout } from './present-payout.ts';

/** Lists the payouts within reach, newest first unless sorted otherwise. */
export function listDispatchPayouts(
  { query }: Input<Operations['listDispatchPayouts']>,
  { reach }: DispatchCall,
  { store }: Payments,
): Promise<Reply<readonly DispatchPayout[]>> {
  return pageOfPayouts(
    { runner: store.system.slow, reach, updatedSince: null, query },
    presentDispatchPayout,
  );
}
