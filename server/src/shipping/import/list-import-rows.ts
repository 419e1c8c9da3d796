import type { ImportRow, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { findImport, importRowList } from './imports.queries.ts';
import { importNotFound } from './get-import.ts';
import { presentImportRow } from './present-import.ts';

/** Lists what became of the rows of an import, in the order of its file unless sorted otherwise. */
export async function listImportRows(
  { params, query }: Input<Operations['listImportRows']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly ImportRow[]>> {
  const runner = store.slow(call.tenant);
  const found = await findImport(runner, call.tenant, params.id);
  if (!found) throw importNotFound(params.id);
  const { rows, meta } = await importRowList.find(runner, { call, query, given: { import_id: found.id } });
  return reply(
    rows.map((row) => presentImportRow(row, found.currency)),
    { meta },
  );
}
