import { insertDraft } from './invoices/insert-draft.ts';
import { operations, type CreatedInvoice, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { invalid } from '../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import type { Reply } from '../../kernel/call/reply.ts';
import { showMode } from '../../kernel/call/show-mode.ts';
import type { Runner } from '../../store/index.ts';
import { changeInvoice } from './invoices/change-invoice.ts';
import { finalization } from './invoices/finalization.ts';
import type { InvoiceRow } from './invoices/invoice-rows.ts';
import { lookUpWish } from './invoices/look-up-wish.ts';
import { blankDraft } from './invoices/new-draft.ts';
import type { Invoices } from './module.ts';
import { pastTakenNumbers } from './invoices/past-taken-numbers.ts';
import { readWish } from './invoices/read-wish.ts';
import { replyInvoice } from './invoices/reply-invoice.ts';
import { readSendWish } from './sending/read-send-wish.ts';
import { sendWithin } from './sending/send-within.ts';
import type { InvoiceGround } from './invoices/settings.queries.ts';

type Body = Input<Operations['createInvoice']>['body'];

/** Writes an invoice: a draft, or finalised at once. */
export async function createInvoice(
  { body }: Input<Operations['createInvoice']>,
  call: Call,
  room: Invoices,
): Promise<Reply<CreatedInvoice>> {
  refuseReadOnly(operations.createInvoice.readOnly, body, showMode(call.tenant.livemode));
  const number = body.number ?? null;
  if (number !== null && body.finalize !== true && body.send === undefined)
    throw invalid({
      path: 'number',
      message: 'is given when the invoice is finalised; send finalize: true with it',
    });
  return pastTakenNumbers(room, {
    tenant: call.tenant,
    now: call.now,
    number,
    work: () =>
      effect<CreatedInvoice>(room, call, { work: (runner) => writeInvoice({ room, runner, call }, body) }),
  });
}

type Writing = { readonly room: Invoices; readonly runner: Runner; readonly call: Call };

async function writeInvoice({ room, runner, call }: Writing, body: Body): Promise<Reply<CreatedInvoice>> {
  const { tenant, now } = call;
  const view = { settings: room.settings, now };
  const wished = await lookUpWish(body, {
    room,
    runner,
    call,
    currency: body.currency ?? call.caller.merchant.currency,
  });
  // No date yet, so that one which is said counts as said even where it is the usual one.
  const blank = {
    ...blankDraft(room, { tenant, ground: wished.ground, currency: wished.currency, now }),
    due_date: '',
  };
  const draft: InvoiceRow = {
    ...blank,
    ...readWish(body, blank, wished),
    issue_date_given: body.issue_date !== undefined,
  };
  if (draft.customer.name === null)
    throw invalid({ path: 'customer', message: 'needs a name, or customer_id one of your customers' });
  const row = await insertDraft(runner, draft, view);
  if (body.finalize !== true && body.send === undefined) return replyInvoice(row, { ...view, status: 201 });
  const open = await finalizeNew(
    { room, runner, call },
    { row, ground: wished.ground, number: body.number ?? null },
  );
  if (body.send === undefined) return replyInvoice(open, { ...view, status: 201 });
  const wish = readSendWish(body.send, body.send.channels, call);
  const sent = await sendWithin(room, runner, {
    tenant,
    id: row.id,
    now,
    storeName: call.caller.merchant.storeName,
    wish,
  });
  const shown = replyInvoice(sent.row, { ...view, status: 201 });
  return { ...shown, data: { ...shown.data, sent: [...sent.channels] } };
}

async function finalizeNew(
  { room, runner, call }: Writing,
  {
    row,
    ground,
    number,
  }: { readonly row: InvoiceRow; readonly ground: InvoiceGround; readonly number: string | null },
): Promise<InvoiceRow> {
  const { tenant, now } = call;
  return (
    await changeInvoice(room, runner, {
      tenant,
      id: row.id,
      now,
      decide: (draft) => finalization(draft, { ground, now, number }),
    })
  ).row;
}
