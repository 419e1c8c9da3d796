import { blankDraft, insertDraft } from './invoices/new-draft.ts';
import { operations, type CreatedInvoice, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { invalid } from '../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import type { Reply } from '../../kernel/call/reply.ts';
import { showMode } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';
import { changeInvoice, replyInvoice } from './invoices/change-invoice.ts';
import { finalization, pastTakenNumbers } from './invoices/finalize-invoice.ts';
import type { InvoiceRow } from './invoices/invoice-rows.ts';
import { lookUpInput } from './invoices/update-invoice.ts';
import type { Invoices } from './module.ts';
import { readInvoiceInput } from './invoices/read-invoice-input.ts';
import { readSendInput } from './sending/read-send-input.ts';
import { sendWithin } from './sending/plan-sending.ts';
import type { InvoiceDefaults } from './invoices/settings.queries.ts';

type Body = Input<Operations['createInvoice']>['body'];

/** Writes an invoice: a draft, or finalised at once. */
export async function createInvoice(
  { body }: Input<Operations['createInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<CreatedInvoice>> {
  refuseReadOnly(operations.createInvoice.readOnly, body, showMode(call.tenant.livemode));
  const number = body.number ?? null;
  if (number !== null && body.finalize !== true && body.send === undefined)
    throw invalid({
      path: 'number',
      message: 'is given when the invoice is finalised; send finalize: true with it',
    });
  return pastTakenNumbers(module, {
    tenant: call.tenant,
    now: call.now,
    number,
    work: () =>
      effect<CreatedInvoice>(module, call, {
        work: (runner) => writeInvoice({ module, runner, call }, body),
      }),
  });
}

type Writing = { readonly module: Invoices; readonly runner: Runner; readonly call: Call };

async function writeInvoice({ module, runner, call }: Writing, body: Body): Promise<Reply<CreatedInvoice>> {
  const { tenant, now } = call;
  const view = { settings: module.settings, now };
  const wished = await lookUpInput(body, {
    module,
    runner,
    call,
    currency: body.currency ?? call.caller.merchant.currency,
  });
  // No date yet, so that one which is said counts as said even where it is the usual one.
  const blank = {
    ...blankDraft(module, { tenant, defaults: wished.defaults, currency: wished.currency, now }),
    due_date: '',
  };
  const draft: InvoiceRow = {
    ...blank,
    ...readInvoiceInput(body, blank, wished),
    issue_date_given: body.issue_date !== undefined,
  };
  if (draft.customer.name === null)
    throw invalid({ path: 'customer', message: 'needs a name, or customer_id one of your customers' });
  const row = await insertDraft(runner, draft, view);
  if (body.finalize !== true && body.send === undefined) return replyInvoice(row, { ...view, status: 201 });
  const open = await finalizeNew(
    { module, runner, call },
    { row, defaults: wished.defaults, number: body.number ?? null },
  );
  if (body.send === undefined) return replyInvoice(open, { ...view, status: 201 });
  const input = readSendInput(body.send, body.send.channels, call);
  const sent = await sendWithin(module, runner, {
    tenant,
    id: row.id,
    now,
    storeName: call.caller.merchant.storeName,
    input,
  });
  const shown = replyInvoice(sent.row, { ...view, status: 201 });
  return { ...shown, data: { ...shown.data, sent: [...sent.channels] } };
}

async function finalizeNew(
  { module, runner, call }: Writing,
  {
    row,
    defaults,
    number,
  }: { readonly row: InvoiceRow; readonly defaults: InvoiceDefaults; readonly number: string | null },
): Promise<InvoiceRow> {
  const { tenant, now } = call;
  return (
    await changeInvoice(module, runner, {
      tenant,
      id: row.id,
      now,
      decide: (draft) => finalization(draft, { defaults, now, number }),
    })
  ).row;
}
