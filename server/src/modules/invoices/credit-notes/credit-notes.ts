import type { CreditNote, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Invoices } from '../module.ts';
import { changeCreditNote } from './change-credit-note.ts';
import { creditNoteList } from './list-credit-notes.queries.ts';
import { presentCreditNote } from './present-credit-note.ts';
import { refuseReturn } from './refuse-return.ts';

/** Lists a merchant's credit notes, newest first unless sorted otherwise. */
export async function listCreditNotes(
  { query }: Input<Operations['listCreditNotes']>,
  call: Call,
  { store }: Invoices,
): Promise<Reply<readonly CreditNote[]>> {
  const { rows, meta } = await creditNoteList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentCreditNote), { meta });
}

/** Leaves what could not be sent back with the merchant, as the customer's credit. */
export async function keepCreditNoteAsCredit(
  { params }: Input<Operations['keepCreditNoteAsCredit']>,
  call: Call,
  module: Invoices,
): Promise<Reply<CreditNote>> {
  const { tenant, now } = call;
  return effect<CreditNote>(module, call, {
    single: true,
    work: async (runner) => {
      const row = await changeCreditNote(runner, {
        tenant,
        id: params.id,
        decide: (before) => {
          if (before.refund_status !== 'failed')
            throw refuseReturn(before, { to: 'kept', why: 'Only what could not be sent back is kept.' });
          return { refund_status: 'kept', at: now };
        },
      });
      return reply(presentCreditNote(row));
    },
  });
}
