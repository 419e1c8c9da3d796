import type { Input, InvoiceSending, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { pastTakenNumbers } from '../invoices/past-taken-numbers.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { readSendInput } from './read-send-input.ts';
import { sendWithin, type SentInvoice } from './send-within.ts';

/** Sends an invoice to its customer; a draft is finalised first. */
export async function sendInvoice(
  { params, body }: Input<Operations['sendInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<InvoiceSending>> {
  const { tenant, now, caller } = call;
  const input = readSendInput(body, body.channels, call);
  const work = async (runner: Runner): Promise<Reply<InvoiceSending>> =>
    reply(
      presentSending(
        module,
        await sendWithin(module, runner, {
          tenant,
          id: params.id,
          now,
          storeName: caller.merchant.storeName,
          input,
        }),
        now,
      ),
    );
  return pastTakenNumbers(module, {
    tenant,
    now,
    number: null,
    work: () => effect<InvoiceSending>(module, call, { work }),
  });
}

export function presentSending(
  { settings }: Pick<Invoices, 'settings'>,
  { row, sentBefore, channels }: SentInvoice,
  now: Date,
): InvoiceSending {
  return {
    invoice: presentInvoice(row, { settings, now }),
    sent_before_at: sentBefore?.toISOString() ?? null,
    channels: [...channels],
  };
}
