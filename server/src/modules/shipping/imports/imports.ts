import {
  IMPORT_ERRORS_MAX,
  toMajor,
  type Currency,
  type Import,
  type ImportError,
  type ImportRow,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Shipping } from '../module.ts';
import {
  cancelImportRecord,
  failedRows,
  findImport,
  importList,
  importRowList,
  type ImportRecord,
  type ImportRowRecord,
} from './imports.queries.ts';
import type { RowError } from './row-errors.ts';

/** Lists what became of the rows of an import, in the order of its file unless sorted otherwise. */
export async function listImportRows(
  { params, query }: Input<Operations['listImportRows']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly ImportRow[]>> {
  const runner = store.reads(call.tenant);
  const found = await findImport(runner, call.tenant, params.id);
  if (!found) throw importNotFound(params.id);
  const { rows, meta } = await importRowList.find(runner, { call, query, given: { import_id: found.id } });
  return reply(
    rows.map((row) => presentImportRow(row, found.currency)),
    { meta },
  );
}

/** Lists imports, newest first unless sorted otherwise, without their errors. */
export async function listImports(
  { query }: Input<Operations['listImports']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly Import[]>> {
  const { rows, meta } = await importList.find(store.reads(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentImport(row, [])),
    { meta },
  );
}

/** Reads an import: how far it is, and its first errors. */
export async function getImport(
  { params }: Input<Operations['getImport']>,
  { tenant }: Call,
  module: Shipping,
): Promise<Reply<Import>> {
  const runner = module.store.of(tenant);
  const row = await findImport(runner, tenant, params.id);
  if (!row) throw importNotFound(params.id);
  return reply(await withErrors(runner, tenant, row));
}

/** An import with its first errors. */
async function withErrors(runner: Runner, tenant: Tenant, row: ImportRecord): Promise<Import> {
  const failed =
    row.failed === 0 ? [] : await failedRows(runner, tenant, { id: row.id, rowsMax: IMPORT_ERRORS_MAX });
  return presentImport(row, firstErrors(failed));
}

function importNotFound(id: string): Failure {
  return new Failure('IMPORT_NOT_FOUND', `There is no import ${id.slice(0, 64)}.`);
}

/** Stops an import; what it has created stays. */
export async function cancelImport(
  { params }: Input<Operations['cancelImport']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Import>> {
  const { tenant } = call;
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      const row =
        (await cancelImportRecord(runner, tenant, { id: params.id, now: module.world.now() })) ??
        (await findImport(runner, tenant, params.id));
      if (!row) throw importNotFound(params.id);
      if (row.status !== 'cancelled')
        throw new Failure('STATE_CONFLICT', `The import ${row.id} has ended: all its rows are settled.`, {
          details: { from: row.status, to: 'cancelled', allowed: [] },
        });
      return reply(await withErrors(runner, tenant, row));
    },
  });
}

/** An import as its merchant sees it. */
export function presentImport(row: ImportRecord, errors: readonly ImportError[]): Import {
  return {
    id: row.id,
    dry_run: false,
    status: row.status,
    rows: row.rows,
    done: row.created + row.failed,
    created: row.created,
    failed: row.failed,
    total_fee: toMajor(row.total_fee, row.currency),
    currency: row.currency,
    errors: [...errors],
    warnings: [],
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    livemode: row.livemode,
  };
}

/** The first errors of rows that failed. */
export function firstErrors(
  rows: readonly { readonly row: number; readonly errors: readonly RowError[] | null }[],
): readonly ImportError[] {
  return rows
    .flatMap(({ row, errors }) =>
      (errors ?? []).map(({ column, code, message }) => ({ row, column, code, message })),
    )
    .slice(0, IMPORT_ERRORS_MAX);
}

/** What became of a row. */
function presentImportRow(row: ImportRowRecord, currency: Currency): ImportRow {
  const errors = row.errors ?? [];
  return {
    row: row.row,
    status: row.status,
    order_number: row.order_number,
    job_number: row.job_number,
    shipping_fee: row.fee === null ? null : toMajor(row.fee, currency),
    code: errors[0]?.code ?? null,
    message: errors.length === 0 ? null : errors.map(({ message }) => message).join(' '),
  };
}
