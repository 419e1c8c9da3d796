import type { Claim, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { claimList } from './claims.queries.ts';
import { presentClaim } from './present-claim.ts';

/** Lists a merchant's claims, newest first unless sorted otherwise. */
export async function listClaims(
  { query }: Input<Operations['listClaims']>,
  call: Call,
  { store, settings }: Shipping,
): Promise<Reply<readonly Claim[]>> {
  const { rows, meta } = await claimList.find(store.slow(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentClaim(row, settings)),
    { meta },
  );
}
