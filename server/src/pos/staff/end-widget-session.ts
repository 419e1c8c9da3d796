import type { Input, Operations, WidgetSession } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../store/index.ts';
import type { Pos } from '../open-pos.ts';
import { presentSession } from './present-session.ts';
import { endSession, findSession, type SessionRow } from './widget-sessions.queries.ts';

/** Ends a session: its token opens nothing from now on. */
export async function endWidgetSession(
  { params }: Input<Operations['endWidgetSession']>,
  { tenant }: Call,
  room: Pos,
): Promise<Reply<WidgetSession>> {
  return reply(presentSession(await endOne(room, tenant, params.id)));
}

/** Ends one session on every node. WIDGET_SESSION_NOT_FOUND. */
export async function endOne(room: Pos, tenant: Tenant, id: string): Promise<SessionRow> {
  const runner = room.store.of(tenant);
  await endSession(runner, tenant, { id, now: room.world.systemNow() });
  const row = await requireSession(runner, tenant, id);
  room.sessions.forget(id);
  return row;
}

export async function requireSession(runner: Runner, tenant: Tenant, id: string): Promise<SessionRow> {
  const row = await findSession(runner, tenant, id);
  if (!row) throw sessionNotFound(`There is no session ${id.slice(0, 64)}.`);
  return row;
}

export function sessionNotFound(sentence: string): Failure {
  return new Failure('WIDGET_SESSION_NOT_FOUND', sentence);
}
