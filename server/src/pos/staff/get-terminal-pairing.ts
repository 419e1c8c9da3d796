import type { Input, Operations, TerminalPairing } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireTerminal } from './get-terminal.ts';
import { presentPairing } from './present-terminal.ts';

/** Whether a device is bound to a till. */
export async function getTerminalPairing(
  { params }: Input<Operations['getTerminalPairing']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<TerminalPairing>> {
  return reply(presentPairing(await requireTerminal(store.of(tenant), tenant, params.id), world.systemNow()));
}
