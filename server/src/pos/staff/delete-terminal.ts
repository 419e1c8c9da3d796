import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireTerminal } from './get-terminal.ts';
import { holdTerminal, removeTerminal } from './terminals.queries.ts';
import { refuseOpenDrawer } from './update-terminal.ts';

/** Removes a till, its pairing and its sessions. */
export async function deleteTerminal(
  { params }: Input<Operations['deleteTerminal']>,
  { tenant, now }: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  await room.store.transaction(tenant, async (tx) => {
    await holdTerminal(tx, tenant, params.id);
    refuseOpenDrawer(await requireTerminal(tx, tenant, params.id), 'goes');
    await removeTerminal(tx, tenant, { id: params.id, now });
  });
  room.sessions.forget(params.id);
  return reply({ id: params.id, deleted: true });
}
