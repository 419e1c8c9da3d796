import type { Input, InvoiceSending, Operations, SendChannel } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Invoices } from '../module.ts';
import { pastTakenNumbers } from '../invoices/finalize-invoice.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import { amountDueOf, isOverdue, isPayable } from '../invoices/amount-due.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { readSendInput } from './read-send-input.ts';
import { planSending, refuseUnreachable, sendWithin, type SentInvoice } from './plan-sending.ts';
import { insertLetters } from './letters.queries.ts';

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

function presentSending(
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

type Body = Input<Operations['remindInvoice']>['body'];

/** Reminds a customer now, beside what is planned. */
export async function remindInvoice(
  { params, body }: Input<Operations['remindInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<InvoiceSending>> {
  return effect<InvoiceSending>(module, call, {
    work: async (runner) =>
      reply(presentSending(module, await remind({ module, runner, call }, params.id, body), call.now)),
  });
}

async function remind(
  { module, runner, call }: { readonly module: Invoices; readonly runner: Runner; readonly call: Call },
  id: string,
  body: Body,
): Promise<SentInvoice> {
  const { tenant, now, caller } = call;
  const seen = await requireInvoice(runner, { tenant, id });
  const input = readSendInput(body, body.channels ?? knownChannels(seen), call);
  refuseNothingDue(seen);
  refuseUnreachable(seen, input);
  const { row } = await changeInvoice(module, runner, {
    tenant,
    id,
    now,
    decide: (current) => {
      refuseNothingDue(current);
      return { set: {}, tell: ['invoice.reminded'] };
    },
  });
  const { channels, letters } = planSending(module, row, { input, storeName: caller.merchant.storeName });
  await insertLetters(runner, tenant, {
    invoiceId: id,
    kind: isOverdue(row, now) ? 'invoice_overdue' : 'invoice_reminder',
    subject: input.subject,
    message: input.message,
    at: now,
    letters,
  });
  return { row, sentBefore: seen.sent_at, channels };
}

/** Every way by which the customer can be reached; where there is none, the link to share. */
function knownChannels(row: InvoiceRow): readonly SendChannel[] {
  const { email, phone } = row.customer;
  return [
    ...(email === null ? [] : (['email'] as const)),
    ...(phone === null ? (email === null ? (['whatsapp'] as const) : []) : (['sms'] as const)),
  ];
}

function refuseNothingDue(row: InvoiceRow): void {
  if (row.status === 'paid')
    throw new Failure(
      'NOTHING_DUE',
      `Nothing is left to pay of the invoice ${row.number ?? ''}, so nobody is reminded of it.`,
    );
  if (!isPayable(row) || amountDueOf(row) === 0n)
    throw new Failure('STATE_CONFLICT', `The invoice is ${row.status}, so nobody is reminded of it.`, {
      details: { from: row.status, to: 'reminded', allowed: [] },
    });
}
