import type { FormState } from '../../kit/form/use-form.ts';
import { editorTexts as e } from './editor-texts.ts';

const YEARS_MAX = 10;

/** Looks at every field, and at a day that the API would take though nobody means it; the first that is wrong is gone to. */
export function checkInvoice(form: FormState): boolean {
  if (!form.check()) return false;
  const issued = form.text('issue_date');
  const isOdd = issued !== '' && Math.abs(Number.parseInt(issued) - new Date().getFullYear()) > YEARS_MAX;
  if (isOdd) form.show({ issue_date: e.oddYear });
  return !isOdd;
}
