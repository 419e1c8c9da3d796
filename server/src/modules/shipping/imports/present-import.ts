import {
  IMPORT_ERRORS_MAX,
  toMajor,
  type Currency,
  type Import,
  type ImportError,
  type ImportRow,
} from '@cottontree/contract';
import type { ImportRecord, ImportRowRecord } from './imports.queries.ts';
import type { RowError } from './row-errors.ts';

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
export function presentImportRow(row: ImportRowRecord, currency: Currency): ImportRow {
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
