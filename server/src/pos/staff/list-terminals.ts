import type { Input, Operations, Terminal } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { terminalList } from './terminals.queries.ts';
import { presentTerminal } from './present-terminal.ts';

/** Lists the tills, newest first unless sorted otherwise. */
export async function listTerminals(
  { query }: Input<Operations['listTerminals']>,
  call: Call,
  { store, world }: Pos,
): Promise<Reply<readonly Terminal[]>> {
  const now = world.systemNow();
  const { rows, meta } = await terminalList.find(store.slow(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentTerminal(row, now)),
    { meta },
  );
}
