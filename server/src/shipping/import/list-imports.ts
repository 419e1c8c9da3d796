import type { Import, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listImportRecords } from './imports.queries.ts';
import { presentImport } from './present-import.ts';

/** Lists imports, newest first, without their errors. */
export async function listImports(
  { query }: Input<Operations['listImports']>,
  { tenant }: Call,
  room: Shipping,
): Promise<Reply<readonly Import[]>> {
  const page = readPage(query);
  const { total, rows } = await listImportRecords(room.store.slow(tenant), tenant, {
    status: query.status ?? null,
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(
    shownRows(page, rows).map((row) => presentImport(row, [])),
    { meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.created_at, id: row.id }) }) },
  );
}
