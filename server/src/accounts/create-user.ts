import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { operatorRoleOnly } from '../core/operators-only.ts';
import { reply, type Reply } from '../core/reply.ts';
import { addUser, draftUser } from './create-user-account.ts';
import type { Accounts } from './open-accounts.ts';
import { presentUser } from './present-user.ts';

/** Adds a person of the platform; a password made here is in the answer, once. */
export async function createUser(
  { body }: Input<Operations['createUser']>,
  call: DispatchCall,
  room: Accounts,
): Promise<Reply<Data<Operations['createUser']>>> {
  operatorRoleOnly(call, 'see and change the people of the platform');
  return effect(
    room,
    { tenant: null, idempotency: call.idempotency },
    {
      single: true,
      work: async (runner) => {
        const draft = await draftUser(room, body);
        return reply({ ...presentUser(await addUser(runner, draft)), password: draft.madePassword });
      },
    },
  );
}
