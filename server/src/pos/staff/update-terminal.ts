import { operations, type Input, type Operations, type Terminal } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { requireMatch, versionsOf } from '../../core/if-match.ts';
import { refuseReadOnly } from '../../core/read-only.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import { requireTerminal } from './get-terminal.ts';
import { presentTerminal, replyTerminal } from './present-terminal.ts';
import { changeTerminal, holdTerminal, type TerminalRow } from './terminals.queries.ts';

/** Changes a till; sessions at one that is made inactive end. */
export async function updateTerminal(
  { params, body }: Input<Operations['updateTerminal']>,
  call: Call,
  room: Pos,
): Promise<Reply<Terminal>> {
  const { tenant, now } = call;
  const at = room.world.systemNow();
  const row = await room.store.transaction(tenant, async (tx) => {
    await holdTerminal(tx, tenant, params.id);
    const before = await requireTerminal(tx, tenant, params.id);
    requireMatch(versionsOf(call.ifMatch), { version: before.version, what: `The till ${before.id}` });
    refuseReadOnly(operations.updateTerminal.readOnly, body, presentTerminal(before, at));
    if (body.location_id !== undefined && body.location_id !== before.location_id) {
      refuseOpenDrawer(before, 'moves');
      await requireActiveLocation(tx, tenant, { id: body.location_id, now });
    }
    await changeTerminal(tx, tenant, {
      id: before.id,
      name: body.name ?? null,
      location_id: body.location_id ?? null,
      is_active: body.is_active ?? null,
      now,
    });
    return requireTerminal(tx, tenant, before.id);
  });
  room.sessions.forget(row.id);
  return replyTerminal(row, at);
}

/** STATE_CONFLICT while its drawer is in use. */
export function refuseOpenDrawer({ name, cash_session_id }: TerminalRow, verb: 'moves' | 'goes'): void {
  if (cash_session_id === null) return;
  throw new Failure(
    'STATE_CONFLICT',
    `A cash session is open at the till ${name}. Close it with POST /v1/pos/cash-sessions/${cash_session_id}/close before the till ${verb}.`,
    { details: { from: 'in_use', to: verb === 'moves' ? 'moved' : 'deleted', allowed: [], cash_session_id } },
  );
}
