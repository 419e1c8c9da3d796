import type { CottontreeError } from '@cottontree/client';
import { useEffect } from 'preact/hooks';
import type { FormState } from '../../kit/form/use-form.ts';

/**
 * Puts the refusal of an act at the fields of its form; that of one line stands at the field of all lines. Codes that are about
 * one field and do not name it are told with theirs.
 */
export function useRefusal(
  form: FormState,
  error: CottontreeError | null,
  fieldOf: Readonly<Record<string, string>> = {},
): void {
  useEffect(() => {
    const field = fieldOf[error?.code ?? ''];
    if (error && field !== undefined) form.show({ [field]: error.message });
    else if (error) form.refuse(withoutIndexes(error));
  }, [error]);
}

type Told = { readonly path: string };

/** The same refusal, with what is about one line told of the field. */
export function withoutIndexes(error: CottontreeError): CottontreeError {
  const { fields } = error.details;
  if (!Array.isArray(fields)) return error;
  const whole = (fields as readonly Told[]).map((told) => ({ ...told, path: told.path.split(/[.[]/)[0] }));
  return Object.assign(Object.create(error) as CottontreeError, {
    message: error.message,
    details: { ...error.details, fields: whole },
  });
}

/** One entry a line, or between commas. */
export function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
