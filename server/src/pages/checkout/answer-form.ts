import { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import type { FilledField } from './field.ts';
import { Misread } from './misread.ts';

/** What a refusal is called on the page, and the field at fault; null where it is a problem of its own. */
export type Wording = (
  refusal: Failure,
) => { readonly sentence: string; readonly field: string | null } | null;

export type Submitted = {
  readonly form: Readonly<Record<string, string>>;
  /** Does what the form asks, and leads on. */
  readonly act: () => Promise<PageAnswer>;
  /** The form once more. */
  readonly again: (attempt: FilledField) => Promise<PageAnswer>;
  readonly wording: Wording;
};

/** Does what a form asks, or shows it again with what is wrong. */
export async function answerForm({ form, act, again, wording }: Submitted): Promise<PageAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const said = error instanceof Misread ? { sentence: error.message, field: error.field } : wording(error);
    if (said === null) throw error;
    return again({ values: form, error: said.sentence, field: said.field, status: error.status });
  }
}
