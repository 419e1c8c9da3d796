import type { CreditNote, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Invoices } from '../open-invoices.ts';
import { creditNoteList } from './list-credit-notes.queries.ts';
import { presentCreditNote } from './present-credit-note.ts';

/** Lists a merchant's credit notes, newest first unless sorted otherwise. */
export async function listCreditNotes(
  { query }: Input<Operations['listCreditNotes']>,
  call: Call,
  { store }: Invoices,
): Promise<Reply<readonly CreditNote[]>> {
  const { rows, meta } = await creditNoteList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentCreditNote), { meta });
}
