import { IMPORT_ROWS_MAX, type ImportRow, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { invalid } from '../../core/failure.ts';
import { listMeta, readPage, rowsWanted, shownRows, type Page } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { importNotFound } from './get-import.ts';
import { findImport, listRowsOfImport } from './imports.queries.ts';
import { presentImportRow } from './present-import.ts';

/** Lists what became of the rows of an import, in the order of its file. */
export async function listImportRows(
  { params, query }: Input<Operations['listImportRows']>,
  { tenant }: Call,
  room: Shipping,
): Promise<Reply<readonly ImportRow[]>> {
  const page = readPage(query);
  const runner = room.store.slow(tenant);
  const found = await findImport(runner, tenant, params.id);
  if (!found) throw importNotFound(params.id);
  const { total, rows } = await listRowsOfImport(runner, tenant, {
    id: found.id,
    status: query.status ?? null,
    afterRow: rowBefore(page),
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  const shown = shownRows(page, rows).map((row) => presentImportRow(row, found.currency));
  return reply(shown, {
    meta: listMeta({
      page,
      total,
      rows,
      positionOf: (row) => ({ at: found.created_at, id: String(row.row) }),
    }),
  });
}

/** Where a walk by cursor goes on. */
function rowBefore({ after }: Page): number {
  if (after === null) return 0;
  const row = Number(after.id);
  if (Number.isInteger(row) && row > 0 && row <= IMPORT_ROWS_MAX) return row;
  throw invalid({ path: 'cursor', message: 'must be meta.next_cursor of the page before, unchanged' });
}
