import type { Input, Operations, RateCard } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { operatorRoleOnly } from '../../core/operators-only.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { draftRateCard } from './draft-rate-card.ts';
import { findCard } from './find-card.ts';
import { presentRateCard } from './present-rate-card.ts';

/** Drafts a rate card from the one in force and the figures given. */
export async function createRateCard(
  { body }: Input<Operations['createRateCard']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<RateCard>> {
  operatorRoleOnly(call, 'make, change and publish rate cards');
  return effect(
    room,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const version = await draftRateCard(room, tx, {
          figures: body.card ?? {},
          note: body.note ?? null,
          by: call.operator.name,
        });
        const row = await findCard(tx, String(version), call.now);
        return reply(presentRateCard(row), { status: 201, version: String(row.revision) });
      },
    },
  );
}
