import type { Claim, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { findClaim } from './claims.queries.ts';
import { claimNotFound } from './close-claim.ts';
import { presentClaim } from './present-claim.ts';

/** Reads one claim. */
export async function getClaim(
  { params }: Input<Operations['getClaim']>,
  { tenant }: Call,
  room: Shipping,
): Promise<Reply<Claim>> {
  const row = await findClaim(room.store.of(tenant), tenant, params.id);
  if (!row) throw claimNotFound(params.id);
  return reply(presentClaim(row, room.settings));
}
