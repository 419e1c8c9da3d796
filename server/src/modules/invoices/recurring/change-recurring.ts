import { change } from '../../../kernel/change/change.ts';
import type { Runner } from '../../../store/index.ts';
import { requireRecurring } from './get-recurring-invoice.ts';
import {
  changeRecurringRow,
  type RecurringKey,
  type RecurringRow,
  type RecurringTerms,
} from './recurring.queries.ts';

export type RecurringChange = RecurringKey & {
  readonly ifMatch: string | null;
  /** From the row as it stands. */ readonly decide: (row: RecurringRow) => Promise<RecurringTerms>;
};

/** Reads it, decides, and writes the decision if nobody was faster; else reads and decides again. */
export async function changeRecurring(
  runner: Runner,
  { tenant, id, ifMatch, decide }: RecurringChange,
): Promise<RecurringRow> {
  const recurring = {
    tooMany: 'requests change this recurring invoice',
    read: () => requireRecurring(runner, { tenant, id }),
    ifMatch,
    seen: ({ version }: RecurringRow) => ({ version, what: `The recurring invoice ${id}` }),
  };
  return change(recurring, async (row) => changeRecurringRow(runner, row, await decide(row)));
}
