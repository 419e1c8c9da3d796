import type { Failure, FieldProblem } from '../../../kernel/call/failure.ts';

/** Why a row becomes no delivery, as it is kept. */
export type RowError = { readonly column: string | null; readonly code: string; readonly message: string };

/** A refusal as errors of a row: one for each column at fault, in the words of the refusal. */
export function rowErrors({ code, message, details }: Failure): readonly RowError[] {
  const problems = fieldsOf(details);
  if (problems.length > 1)
    return problems.map((problem) => ({
      column: columnOf(problem.path),
      code,
      message: `${problem.path} ${problem.message}.`,
    }));
  const path = problems[0]?.path ?? details?.['field'];
  return [{ column: typeof path === 'string' ? columnOf(path) : null, code, message }];
}

function fieldsOf(details: Failure['details']): readonly FieldProblem[] {
  const fields = details?.['fields'];
  return Array.isArray(fields) ? fields : [];
}

/** `items[2].price` stands in the column `items`. */
function columnOf(path: string): string | null {
  return path.split(/[.[]/)[0] || null;
}
