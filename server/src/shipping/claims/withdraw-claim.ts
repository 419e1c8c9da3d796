import type { Claim, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { findClaim } from './claims.queries.ts';
import { claimNotFound, closeClaim } from './close-claim.ts';
import { presentClaim } from './present-claim.ts';

/** Takes an open claim back; one that is withdrawn already is answered as it is. */
export async function withdrawClaim(
  { params }: Input<Operations['withdrawClaim']>,
  call: Call,
  room: Shipping,
): Promise<Reply<Claim>> {
  const { tenant } = call;
  return effect<Claim>(room, call, {
    work: async (tx) => {
      const row = await findClaim(tx, tenant, params.id);
      if (!row) throw claimNotFound(params.id);
      if (row.status === 'withdrawn') return reply(presentClaim(row, room.settings));
      const closed = await closeClaim(tx, tenant, {
        row,
        status: 'withdrawn',
        approved: null,
        decidedBy: null,
        decision: null,
        wallClock: room.world.now(),
      });
      return reply(presentClaim(closed, room.settings));
    },
  });
}
