import { change } from '../../../kernel/change/change.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Runner } from '../../../store/index.ts';
import { writeCreditNoteMove, type CreditNoteRow } from './credit-notes.queries.ts';
import type { CreditReturn } from './credit-refunds.ts';
import { requireCreditNote } from './get-credit-note.ts';
import { presentCreditNote } from './present-credit-note.ts';

export type CreditNoteChangeWanted = {
  readonly tenant: Tenant;
  readonly id: string;
  /** From the note as it stands; null where nothing is to change. A refusal throws. `at`: business time. */
  readonly decide: (row: CreditNoteRow) => (Partial<CreditReturn> & { readonly at: Date }) | null;
};

/** Changes how far the money of a credit note is, on the version that was read, and tells it. */
export async function changeCreditNote(
  runner: Runner,
  { tenant, id, decide }: CreditNoteChangeWanted,
): Promise<CreditNoteRow> {
  const note = {
    key: { tenant, id },
    tooMany: 'requests change this credit note',
    read: () => requireCreditNote(runner, tenant, id),
  };
  return change(note, async (before) => {
    const decided = decide(before);
    if (decided === null) return before;
    const { at, ...set } = decided;
    const after: CreditNoteRow = {
      ...before,
      ...set,
      version: before.version + 1,
      sequence: before.sequence + 1,
      updated_at: at > before.updated_at ? at : before.updated_at,
    };
    return writeCreditNoteMove(runner, {
      after,
      facts: [creditNoteFact(after, 'credit_note.updated')],
    });
  });
}

/** What is told of a credit note: what getCreditNote answers. */
export function creditNoteFact(
  row: CreditNoteRow,
  kind: 'credit_note.created' | 'credit_note.updated',
): Fact {
  return newFact({
    kind,
    sequence: row.sequence,
    at: row.updated_at.toISOString(),
    facts: presentCreditNote(row),
  });
}
