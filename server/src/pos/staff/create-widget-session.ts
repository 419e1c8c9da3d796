import {
  idRandomBytes,
  makeId,
  widgetSessionSecondsMax,
  type Input,
  type NewWidgetSession,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireSession } from './end-widget-session.ts';
import { judgeSession } from './judge-session.ts';
import { sessionTokens } from './opaque-token.ts';
import { presentSession } from './present-session.ts';
import { insertSession } from './widget-sessions.queries.ts';

/** Begins a session of a till or a widget. A PIN is tried anew also where the request came before: only who knows it gets the first answer again. */
export async function createWidgetSession(
  { body }: Input<Operations['createWidgetSession']>,
  call: Call,
  room: Pos,
): Promise<Reply<NewWidgetSession>> {
  const { tenant, caller } = call;
  const judged = await judgeSession(body, call, room);
  const now = room.world.systemNow();
  const { token, hash } = sessionTokens[tenant.livemode ? 'live' : 'test'].make(room.world.randomBytes);
  return effect(room, call, {
    work: async (tx) => {
      const id = makeId('wse_', now.getTime(), room.world.randomBytes(idRandomBytes));
      await insertSession(tx, tenant, {
        id,
        token_hash: hash,
        widget: judged.widget,
        scopes: judged.scopes,
        staff_id: judged.staff?.id ?? null,
        terminal_id: judged.terminalId,
        terminal_token_hash: judged.terminalTokenHash,
        key_id: caller.keyId,
        ip_ranges: judged.ipRanges,
        created_at: now,
        expires_at: new Date(now.getTime() + (body.expires_in ?? widgetSessionSecondsMax) * 1_000),
      });
      return reply({ ...presentSession(await requireSession(tx, tenant, id)), token });
    },
  });
}
