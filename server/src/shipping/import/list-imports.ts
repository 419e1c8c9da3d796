import type { Import, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { presentImport } from './present-import.ts';
import type { Shipping } from '../open-shipping.ts';
import { importList } from './imports.queries.ts';

/** Lists imports, newest first unless sorted otherwise, without their errors. */
export async function listImports(
  { query }: Input<Operations['listImports']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly Import[]>> {
  const { rows, meta } = await importList.find(store.slow(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentImport(row, [])),
    { meta },
  );
}
