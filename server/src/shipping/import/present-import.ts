import {
  IMPORT_ERRORS_MAX,
  toMajor,
  type Currency,
  type Import,
  type ImportError,
  type ImportRow,
  type ImportRowStatus,
  type ImportStatus,
} from '@cottontree/contract';
import type { ImportRecord, ImportRowRecord } from './imports.queries.ts';
import type { RowError } from './row-errors.ts';

/** An import as its merchant sees it. */
export function presentImport(row: ImportRecord, errors: readonly ImportError[]): Import {
  return {
    id: row.id,
    dry_run: false,
    status: row.status as ImportStatus,
    rows: row.rows,
    done: row.created + row.failed,
    created: row.created,
    failed: row.failed,
    total_fee: toMajor(row.total_fee, row.currency as Currency),
    currency: row.currency,
    errors: [...errors],
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    livemode: row.livemode,
  };
}

/** The first errors of rows that failed. */
export function firstErrors(
  rows: readonly { readonly row: number; readonly errors: unknown }[],
): readonly ImportError[] {
  return rows
    .flatMap(({ row, errors }) =>
      ((errors as readonly RowError[] | null) ?? []).map(({ column, code, message }) => ({
        row,
        column,
        code,
        message,
      })),
    )
    .slice(0, IMPORT_ERRORS_MAX);
}

/** What became of a row. */
export function presentImportRow(row: ImportRowRecord, currency: string): ImportRow {
  const errors = (row.errors as readonly RowError[] | null) ?? [];
  return {
    row: row.row,
    status: row.status as ImportRowStatus,
    order_number: row.order_number,
    job_number: row.job_number,
    shipping_fee: row.fee === null ? null : toMajor(row.fee, currency as Currency),
    code: errors[0]?.code ?? null,
    message: errors.length === 0 ? null : errors.map(({ message }) => message).join(' '),
  };
}
