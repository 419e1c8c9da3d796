import type { Input, Operations, TerminalPairing } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { dropCodeToLookUp } from '../../../kernel/secrets/pairing-codes.queries.ts';
import { requireTerminal } from './get-terminal.ts';
import { endPairing } from './pairings.queries.ts';
import { presentPairing } from './present-terminal.ts';

/** Whether a device is bound to a till. */
export async function getTerminalPairing(
  { params }: Input<Operations['getTerminalPairing']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<TerminalPairing>> {
  return reply(presentPairing(await requireTerminal(store.of(tenant), tenant, params.id), world.systemNow()));
}

/** Ends a till's pairing: neither its code nor its token opens anything from now on, and its sessions end. */
export async function endTerminalPairing(
  { params }: Input<Operations['endTerminalPairing']>,
  { tenant }: Call,
  module: Pos,
): Promise<Reply<TerminalPairing>> {
  const row = await module.store.transaction(tenant, async (tx) => {
    const { id } = await requireTerminal(tx, tenant, params.id);
    await endPairing(tx, tenant, id);
    await dropCodeToLookUp(tx, tenant, { kind: 'terminal', device_id: id });
    return requireTerminal(tx, tenant, id);
  });
  module.sessions.forget(row.id);
  return reply(presentPairing(row, module.world.systemNow()));
}
