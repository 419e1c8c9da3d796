import type { Input, Operations, Terminal } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { replyTerminal } from './present-terminal.ts';
import { findTerminal, type TerminalRow } from './terminals.queries.ts';

/** One till. */
export async function getTerminal(
  { params }: Input<Operations['getTerminal']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<Terminal>> {
  return replyTerminal(await requireTerminal(store.of(tenant), tenant, params.id), world.systemNow());
}

/** TERMINAL_NOT_FOUND where it is none of the merchant's, or removed. */
export async function requireTerminal(runner: Runner, tenant: Tenant, id: string): Promise<TerminalRow> {
  const row = await findTerminal(runner, tenant, id);
  if (!row) throw new Failure('TERMINAL_NOT_FOUND', `There is no till ${id.slice(0, 64)}.`);
  return row;
}
