import { Failure } from '../../core/failure.ts';
import { requireMatch } from '../../core/if-match.ts';
import type { Runner } from '../../store/index.ts';
import { requireRecurring } from './get-recurring-invoice.ts';
import {
  changeRecurringRow,
  type RecurringKey,
  type RecurringRow,
  type RecurringTerms,
} from './recurring.queries.ts';

const TRIES_MAX = 16;

export type RecurringChange = RecurringKey & {
  readonly ifMatch: string | null;
  /** From the row as it stands. */ readonly decide: (row: RecurringRow) => Promise<RecurringTerms>;
};

/** Reads it, decides, and writes the decision if nobody was faster; else reads and decides again. */
export async function changeRecurring(
  runner: Runner,
  { tenant, id, ifMatch, decide }: RecurringChange,
): Promise<RecurringRow> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const row = await requireRecurring(runner, { tenant, id });
    requireMatch(ifMatch, { what: `The recurring invoice ${id}`, version: row.version });
    const changed = await changeRecurringRow(runner, row, await decide(row));
    if (changed) return changed;
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many requests change this recurring invoice at once. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
