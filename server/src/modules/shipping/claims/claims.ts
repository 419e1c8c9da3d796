import type { Claim, DispatchClaim, Input, Operations } from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { claimList, findClaim, reachedClaimList } from './claims.queries.ts';
import { claimNotFound, closeClaim } from './close-claim.ts';
import { presentClaim, presentDispatchClaim } from './present-claim.ts';

/** Lists a merchant's claims, newest first unless sorted otherwise. */
export async function listClaims(
  { query }: Input<Operations['listClaims']>,
  call: Call,
  { store, settings }: Shipping,
): Promise<Reply<readonly Claim[]>> {
  const { rows, meta } = await claimList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentClaim(row, settings)),
    { meta },
  );
}

/** Lists the claims within reach, newest first unless sorted otherwise. */
export async function listDispatchClaims(
  { query }: Input<Operations['listDispatchClaims']>,
  call: DispatchCall,
  { store, settings }: Shipping,
): Promise<Reply<readonly DispatchClaim[]>> {
  const { rows, meta } = await reachedClaimList.find(store.system.reads, { call, query });
  return reply(
    rows.map((row) => presentDispatchClaim(row, settings)),
    { meta },
  );
}

/** Reads one claim. */
export async function getClaim(
  { params }: Input<Operations['getClaim']>,
  { tenant }: Call,
  module: Shipping,
): Promise<Reply<Claim>> {
  const row = await findClaim(module.store.of(tenant), tenant, params.id);
  if (!row) throw claimNotFound(params.id);
  return reply(presentClaim(row, module.settings));
}

/** Takes an open claim back; one that is withdrawn already is answered as it is. */
export async function withdrawClaim(
  { params }: Input<Operations['withdrawClaim']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Claim>> {
  const { tenant } = call;
  return effect<Claim>(module, call, {
    work: async (tx) => {
      const row = await findClaim(tx, tenant, params.id);
      if (!row) throw claimNotFound(params.id);
      if (row.status === 'withdrawn') return reply(presentClaim(row, module.settings));
      const closed = await closeClaim(tx, tenant, {
        row,
        status: 'withdrawn',
        approved: null,
        decidedBy: null,
        decision: null,
        wallClock: module.world.now(),
      });
      return reply(presentClaim(closed, module.settings));
    },
  });
}
