import { rowCount } from '../../kit/form/rows.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import type { FormFaults } from '../../kit/form/values.ts';
import { common } from '../../kit/text/common.ts';
import { editorTexts as e } from './editor-texts.ts';
import { lineAt, LINES } from './invoice-form.ts';

const PERCENT_MAX = 100;
const YEARS_MAX = 10;

/** Looks at every field, and at what the API would take though nobody means it; the first that is wrong is gone to. */
export function checkInvoice(form: FormState): boolean {
  if (!form.check()) return false;
  const found = oddIn(form, new Date().getFullYear());
  form.show(found);
  return Object.keys(found).length === 0;
}

/** A tax above the price, and a day of another decade. */
export function oddIn(form: Pick<FormState, 'text' | 'values'>, year: number): FormFaults {
  const found: Record<string, string> = {};
  for (let at = 0; at < rowCount(LINES, form.values.value); at += 1) {
    const path = lineAt(at, 'tax_rate');
    const rate = Number(form.text(path).replaceAll(/[%\s]/g, ''));
    if (Number.isNaN(rate)) found[path] = common.noNumber;
    else if (rate > PERCENT_MAX) found[path] = common.tooLarge(PERCENT_MAX);
  }
  const issued = form.text('issue_date');
  if (issued !== '' && Math.abs(Number.parseInt(issued) - year) > YEARS_MAX) found['issue_date'] = e.oddYear;
  return found;
}
