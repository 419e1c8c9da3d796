import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Accounts } from './module.ts';
import { ownSession } from './own-session.ts';
import { endSessionRecord } from './sessions.queries.ts';

/** Ends the session that asks, on every node within seconds. */
export async function signOutOperator(
  _input: Input<Operations['signOutOperator']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<Data<Operations['signOutOperator']>>> {
  const { userId, sessionId } = ownSession(call);
  const ended = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      single: true,
      work: async (runner) => {
        await endSessionRecord(runner, { subjectId: userId, id: sessionId, at: module.world.systemNow() });
        return reply({ signed_out: true as const });
      },
    },
  );
  module.sessions.forget(userId);
  return { ...ended, cookie: null };
}
