import type { DispatchClaim, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { reachedClaimList } from './claims.queries.ts';
import { presentDispatchClaim } from './present-claim.ts';

/** Lists the claims within reach, newest first unless sorted otherwise. */
export async function listDispatchClaims(
  { query }: Input<Operations['listDispatchClaims']>,
  call: DispatchCall,
  { store, settings }: Shipping,
): Promise<Reply<readonly DispatchClaim[]>> {
  const { rows, meta } = await reachedClaimList.find(store.system.slow, { call, query });
  return reply(
    rows.map((row) => presentDispatchClaim(row, settings)),
    { meta },
  );
}
