import { ProductImportFields, type ProductImportRow } from '@cottontree/contract';
import { shapeCheck } from '../../../kernel/shape/check-shape.ts';
import { Failure, type FieldProblem } from '../../../kernel/call/failure.ts';
import type { GivenProductRow } from './read-import-csv.ts';

export type ImportError = ProductImportRow['errors'][number];
/** A row whose fields have the right form, or why they have not. */
export type ReadRow =
  | { readonly body: ProductImportFields; readonly errors: null }
  | { readonly body: null; readonly errors: readonly ImportError[] };

const checkRow = shapeCheck(ProductImportFields, false);

/** Holds a row to the form of its fields. */
export function readImportRow(given: GivenProductRow): ReadRow {
  try {
    if ('refusal' in given) throw given.refusal;
    return { body: checkRow(given.body), errors: null };
  } catch (refusal) {
    return { body: null, errors: errorsOf(refusal) };
  }
}

/** A refusal as errors of a row: one for each column at fault; anything else is a bug and thrown on. */
export function errorsOf(refusal: unknown): readonly ImportError[] {
  if (!(refusal instanceof Failure)) throw refusal;
  const { code, message, details } = refusal;
  const problems = (details?.['fields'] ?? []) as readonly FieldProblem[];
  if (problems.length > 1)
    return problems.map((problem) => ({
      column: columnOf(problem.path),
      code,
      message: `${problem.path} ${problem.message}.`,
    }));
  return [{ column: problems[0] ? columnOf(problems[0].path) : (COLUMN_OF[code] ?? null), code, message }];
}

/** `variants[2].price` stands in the column `variants`. */
function columnOf(path: string): string | null {
  return path.split(/[.[]/)[0] || null;
}

const COLUMN_OF: Readonly<Record<string, string>> = Object.freeze({
  CATEGORY_NOT_FOUND: 'category_id',
  TAX_RATE_NOT_FOUND: 'tax_rate_id',
  MODIFIER_GROUP_NOT_FOUND: 'modifier_group_ids',
  VARIANT_NOT_FOUND: 'components',
  LOCATION_NOT_FOUND: 'location_id',
  DUPLICATE_SKU: 'sku',
  DUPLICATE_BARCODE: 'barcode',
});
