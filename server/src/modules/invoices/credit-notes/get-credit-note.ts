import type { CreditNote, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { findCreditNote, type CreditNoteRow } from './credit-notes.queries.ts';
import { presentCreditNote } from './present-credit-note.ts';

/** Reads a credit note. */
export async function getCreditNote(
  { params }: Input<Operations['getCreditNote']>,
  { tenant }: Call,
  { store }: Invoices,
): Promise<Reply<CreditNote>> {
  return reply(presentCreditNote(await requireCreditNote(store.of(tenant), tenant, params.id)));
}

/** One credit note, or CREDIT_NOTE_NOT_FOUND. */
export async function requireCreditNote(runner: Runner, tenant: Tenant, id: string): Promise<CreditNoteRow> {
  const row = await findCreditNote(runner, tenant, id);
  if (!row) throw new Failure('CREDIT_NOTE_NOT_FOUND', `There is no credit note ${id.slice(0, 64)}.`);
  return row;
}
