import type { Data, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Accounts } from './module.ts';
import { endSessionRecord } from './sessions.queries.ts';

/** Ends the session that asks, on every node within seconds. */
export async function signOutDriver(
  _input: Input<Operations['signOutDriver']>,
  call: DriverCall,
  module: Accounts,
): Promise<Reply<Data<Operations['signOutDriver']>>> {
  const { driver, sessionId } = call;
  const ended = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      single: true,
      work: async (runner) => {
        await endSessionRecord(runner, { subjectId: driver.id, id: sessionId, at: module.world.systemNow() });
        return reply({ signed_out: true as const });
      },
    },
  );
  module.sessions.forget(driver.id);
  return ended;
}
