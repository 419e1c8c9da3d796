import type { Input, Operations, WidgetSession } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { endOne, requireSession, sessionNotFound } from './end-widget-session.ts';
import { presentSession } from './present-session.ts';

/** The session that calls. */
export async function getCurrentWidgetSession(
  _input: Input<Operations['getCurrentWidgetSession']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<WidgetSession>> {
  return reply(presentSession(await requireSession(store.of(call.tenant), call.tenant, ownSession(call))));
}

/** Signs out: ends the session that calls. */
export async function endCurrentWidgetSession(
  _input: Input<Operations['endCurrentWidgetSession']>,
  call: Call,
  room: Pos,
): Promise<Reply<WidgetSession>> {
  return reply(presentSession(await endOne(room, call.tenant, ownSession(call))));
}

function ownSession({ caller }: Call): string {
  if (caller.session === null)
    throw sessionNotFound(
      'A key calls, which has no session. Send the token of the session (wst_…) as "Authorization: Bearer <token>".',
    );
  return caller.session.id;
}
