import { IMPORT_ERRORS_MAX, type Import, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../store/index.ts';
import type { Shipping } from '../open-shipping.ts';
import { failedRows, findImport, type ImportRecord } from './imports.queries.ts';
import { firstErrors, presentImport } from './present-import.ts';

/** Reads an import: how far it is, and its first errors. */
export async function getImport(
  { params }: Input<Operations['getImport']>,
  { tenant }: Call,
  room: Shipping,
): Promise<Reply<Import>> {
  const runner = room.store.of(tenant);
  const row = await findImport(runner, tenant, params.id);
  if (!row) throw importNotFound(params.id);
  return reply(await withErrors(runner, tenant, row));
}

/** An import with its first errors. */
export async function withErrors(runner: Runner, tenant: Tenant, row: ImportRecord): Promise<Import> {
  const failed =
    row.failed === 0 ? [] : await failedRows(runner, tenant, { id: row.id, rowsMax: IMPORT_ERRORS_MAX });
  return presentImport(row, firstErrors(failed));
}

export function importNotFound(id: string): Failure {
  return new Failure('IMPORT_NOT_FOUND', `There is no import ${id.slice(0, 64)}.`);
}
