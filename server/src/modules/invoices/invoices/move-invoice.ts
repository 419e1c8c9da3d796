import type { Invoice } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { changeInvoice, type InvoiceChangeWanted } from './change-invoice.ts';
import type { Invoices } from '../module.ts';
import { replyInvoice } from './reply-invoice.ts';

/** Does what a request wants of an invoice, once however often it is sent. */
export async function moveInvoice(
  module: Invoices,
  call: Call,
  { id, decide }: Pick<InvoiceChangeWanted, 'id' | 'decide'>,
): Promise<Reply<Invoice>> {
  const { tenant, now } = call;
  return effect<Invoice>(module, call, {
    single: true,
    work: async (runner) =>
      replyInvoice((await changeInvoice(module, runner, { tenant, id, now, decide })).row, {
        settings: module.settings,
        now,
      }),
  });
}
