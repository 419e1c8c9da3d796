import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { operatorRoleOnly } from '../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { inviteFromHere } from '../accounts/index.ts';
import { findPlatformMerchant } from './merchants.queries.ts';
import type { Platform } from './module.ts';
import { noteAct } from './note-act.ts';

/** Invites an owner of a merchant that is there already; the link is in the answer, once. */
export async function inviteOwner(
  { params: { id }, body }: Input<Operations['inviteOwner']>,
  call: DispatchCall,
  module: Platform,
): Promise<Reply<Data<Operations['inviteOwner']>>> {
  operatorRoleOnly(call, 'let people into merchants');
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const merchant = await findPlatformMerchant(tx, id);
        if (!merchant) throw new Failure('MERCHANT_NOT_FOUND', `There is no merchant ${id.slice(0, 64)}.`);
        const email = body.email.trim().toLowerCase();
        const { link, token, mailed } = await inviteFromHere(tx, module.accounts, {
          merchant,
          email,
          role: 'owner',
        });
        const deed = { action: 'inviteOwner', merchant_id: id, details: { email } };
        await noteAct(tx, deed, { call, world: module.world });
        return reply({ email, link, token, mailed }, { status: 201 });
      },
    },
  );
}
