import type { DispatchClaim, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { readPage } from '../../core/page.ts';
import type { Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listReachedClaims } from './claims.queries.ts';
import { presentDispatchClaim } from './present-claim.ts';
import { readClaimsWanted, replyClaims } from './read-claims-wanted.ts';

/** Lists the claims within reach, newest first. */
export async function listDispatchClaims(
  { query }: Input<Operations['listDispatchClaims']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly DispatchClaim[]>> {
  const page = readPage(query);
  const found = await listReachedClaims(room.store.system.slow, call.reach, readClaimsWanted(query, page));
  return replyClaims(page, found, (row) => presentDispatchClaim(row, room.settings));
}
