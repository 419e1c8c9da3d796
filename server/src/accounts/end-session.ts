import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Accounts } from './open-accounts.ts';
import { ownSession } from './own-session.ts';
import { endSessionRecord } from './sessions.queries.ts';

/** Ends one of the sessions of whoever asks, on every node within seconds. */
export async function endSession(
  { params }: Input<Operations['endSession']>,
  call: DispatchCall,
  room: Accounts,
): Promise<Reply<Data<Operations['endSession']>>> {
  const { userId } = ownSession(call);
  const ended = await endSessionRecord(room.store.system, {
    subjectId: userId,
    id: params.id,
    at: room.world.systemNow(),
  });
  if (!ended) throw new Failure('SESSION_NOT_FOUND', `You have no open session ${params.id}.`);
  room.sessions.forget(userId);
  return reply({ id: params.id, ended: true as const });
}
