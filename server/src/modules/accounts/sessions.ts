import type { Data, Input, OpenSession, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Accounts } from './module.ts';
import { presentSession } from './present-session.ts';
import { endSessionRecord, sessionList } from './sessions.queries.ts';

/** Lists the sessions of whoever asks that open now, newest first unless sorted otherwise. */
export async function listSessions(
  { query }: Input<Operations['listSessions']>,
  call: DispatchCall,
  { store, world }: Accounts,
): Promise<Reply<readonly OpenSession[]>> {
  const { userId, sessionId } = ownSession(call);
  const given = { subject_id: userId, now: world.systemNow() };
  const { rows, meta } = await sessionList.find(store.system.reads, { call, query, given });
  return reply(
    rows.map((row) => presentSession(row, sessionId)),
    { meta },
  );
}

/** Ends one of the sessions of whoever asks, on every node within seconds. */
export async function endSession(
  { params }: Input<Operations['endSession']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<Data<Operations['endSession']>>> {
  const { userId } = ownSession(call);
  const ended = await endSessionRecord(module.store.system, {
    subjectId: userId,
    id: params.id,
    at: module.world.systemNow(),
  });
  if (!ended) throw new Failure('SESSION_NOT_FOUND', `You have no open session ${params.id}.`);
  module.sessions.forget(userId);
  return reply({ id: params.id, ended: true as const });
}

/** The person of the platform who calls, and the session; a merchant's key has neither. */
export function ownSession({ sessionId, operator }: DispatchCall): {
  readonly userId: string;
  readonly sessionId: string;
} {
  if (sessionId !== null) return { userId: operator.id, sessionId };
  throw new Failure(
    'OPERATORS_ONLY',
    "A merchant's key has no account of the platform. Sign in with POST /v1/dispatch/login.",
  );
}
