import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  widgetSessionSecondsMax,
  type Input,
  type NewWidgetSession,
  type Operations,
  type WidgetSession,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { judgeSession } from './judge-session.ts';
import { sessionTokens } from './opaque-token.ts';
import { scopesNow } from './session-cache.ts';
import {
  endSession,
  findSession,
  insertSession,
  sessionList,
  type SessionRow,
} from './widget-sessions.queries.ts';

/** Begins a session of a till or a widget. A PIN is tried anew also where the request came before: only who knows it gets the first answer again. */
export async function createWidgetSession(
  { body }: Input<Operations['createWidgetSession']>,
  call: Call,
  module: Pos,
): Promise<Reply<NewWidgetSession>> {
  const { tenant, caller } = call;
  if (caller.member)
    throw new Failure(
      'INSUFFICIENT_SCOPE',
      'A session of a till or a widget stands on a key and ends with it: begin it with a key of the merchant, not as a person who is signed in.',
      { details: { role: caller.member.role } },
    );
  const judged = await judgeSession(body, call, module);
  const now = module.world.systemNow();
  const { token, hash } = sessionTokens[tenant.livemode ? 'live' : 'test'].make(module.world.randomBytes);
  return effect(module, call, {
    work: async (tx) => {
      const id = makeId('wse_', now.getTime(), module.world.randomBytes(idRandomBytes));
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

/** Lists sessions, newest first unless sorted otherwise. */
export async function listWidgetSessions(
  { query }: Input<Operations['listWidgetSessions']>,
  call: Call,
  { store, world }: Pos,
): Promise<Reply<readonly WidgetSession[]>> {
  const given = { now: world.systemNow() };
  const { rows, meta } = await sessionList.find(store.reads(call.tenant), { call, query, given });
  return reply(rows.map(presentSession), { meta });
}

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
  module: Pos,
): Promise<Reply<WidgetSession>> {
  return reply(presentSession(await endOne(module, call.tenant, ownSession(call))));
}

function ownSession({ caller }: Call): string {
  if (caller.session === null)
    throw sessionNotFound(
      'A key calls, which has no session. Send the token of the session (wst_…) as "Authorization: Bearer <token>".',
    );
  return caller.session.id;
}

/** Ends a session: its token opens nothing from now on. */
export async function endWidgetSession(
  { params }: Input<Operations['endWidgetSession']>,
  { tenant }: Call,
  module: Pos,
): Promise<Reply<WidgetSession>> {
  return reply(presentSession(await endOne(module, tenant, params.id)));
}

/** Ends one session on every node. WIDGET_SESSION_NOT_FOUND. */
async function endOne(module: Pos, tenant: Tenant, id: string): Promise<SessionRow> {
  const runner = module.store.of(tenant);
  await endSession(runner, tenant, { id, now: module.world.systemNow() });
  const row = await requireSession(runner, tenant, id);
  module.sessions.forget(id);
  return row;
}

async function requireSession(runner: Runner, tenant: Tenant, id: string): Promise<SessionRow> {
  const row = await findSession(runner, tenant, id);
  if (!row) throw sessionNotFound(`There is no session ${id.slice(0, 64)}.`);
  return row;
}

function sessionNotFound(sentence: string): Failure {
  return new Failure('WIDGET_SESSION_NOT_FOUND', sentence);
}

/** A session as the API shows it. */
function presentSession(row: SessionRow): WidgetSession {
  return {
    id: row.id,
    widget: row.widget,
    scopes: [...scopesNow(row)],
    staff_id: row.staff_id,
    staff_name: row.staff_name,
    terminal_id: row.terminal_id,
    ip_ranges: [...row.ip_ranges],
    created_at: formatTime(row.created_at),
    expires_at: formatTime(row.expires_at),
    ended_at: formatOptionalTime(row.ended_at),
    ...showMode(row.livemode),
  };
}
