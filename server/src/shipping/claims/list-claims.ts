import type { Claim, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { readPage } from '../../core/page.ts';
import type { Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listClaimRows } from './claims.queries.ts';
import { presentClaim } from './present-claim.ts';
import { readClaimsWanted, replyClaims } from './read-claims-wanted.ts';

/** Lists a merchant's claims, newest first. */
export async function listClaims(
  { query }: Input<Operations['listClaims']>,
  { tenant }: Call,
  room: Shipping,
): Promise<Reply<readonly Claim[]>> {
  const page = readPage(query);
  const found = await listClaimRows(room.store.slow(tenant), tenant, readClaimsWanted(query, page));
  return replyClaims(page, found, (row) => presentClaim(row, room.settings));
}
