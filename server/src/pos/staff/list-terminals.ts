import type { Input, Operations, Terminal } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { presentTerminal } from './present-terminal.ts';
import { listTerminalRows } from './terminals.queries.ts';

/** Lists the tills, newest first. */
export async function listTerminals(
  { query }: Input<Operations['listTerminals']>,
  { tenant }: Call,
  { store, world }: Pos,
): Promise<Reply<readonly Terminal[]>> {
  const page = readPage(query, 'by page');
  const { total, rows } = await listTerminalRows(store.slow(tenant), tenant, {
    isActive: query.is_active ?? null,
    locationId: query.location_id ?? null,
    rowsMax: rowsWanted(page),
    skip: page.offset,
  });
  const now = world.systemNow();
  return reply(
    shownRows(page, rows).map((row) => presentTerminal(row, now)),
    { meta: listMeta({ page, total, rows }) },
  );
}
