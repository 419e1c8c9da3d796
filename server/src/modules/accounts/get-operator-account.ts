import { roleScopes, type Data, type Input, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Accounts } from './module.ts';
import { ownSession } from './own-session.ts';
import { presentSignedIn } from './sign-in-operator.ts';
import { findUser } from './users.queries.ts';

/** Answers who is signed in as a person of the platform, and with what rights. */
export async function getOperatorAccount(
  _input: Input<Operations['getOperatorAccount']>,
  call: DispatchCall,
  { store }: Accounts,
): Promise<Reply<Data<Operations['getOperatorAccount']>>> {
  const { userId } = ownSession(call);
  const found = await findUser(store.system, userId);
  if (!found) throw new Error(`The user ${userId} went away while signed in.`);
  const shown = presentSignedIn(found);
  return reply({ ...shown, scopes: [...roleScopes[shown.role]] });
}
