import { idRandomBytes, makeId, type CreditNote, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { refuseAboveRefundMax } from '../../../kernel/call/refund-max.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { keyOf } from '../../../kernel/call/tenant.ts';
import type { Tx } from '../../../store/index.ts';
import type { Invoices } from '../module.ts';
import { statusByFigures, taxDueOf, taxPosting } from '../invoices/amount-due.ts';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { numberingOn } from '../invoices/numbering.ts';
import { refuseMove } from '../invoices/refuse-move.ts';
import { dayOf } from '../invoices/calendar.ts';
import { readInvoiceDefaults } from '../invoices/settings.queries.ts';
import { changeCreditNote, creditNoteFact } from './change-credit-note.ts';
import { creditNoteList, insertCreditNote, type NewCreditNote } from './credit-notes.queries.ts';
import { presentCreditNote } from './present-credit-note.ts';
import { refuseReturn } from './retry-credit-note-refund.ts';
import { composeCredit, type Credit } from './compose-credit.ts';
import { returnOf, withNews } from './credit-refunds.ts';
import { seeRefundsThrough } from './follow-refunds.ts';

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

type Body = Input<Operations['createCreditNote']>['body'];

/** Takes back a part of an invoice, or all of it: what is due becomes less, and what was paid goes back if that is wanted. */
export async function createCreditNote(
  { params, body }: Input<Operations['createCreditNote']>,
  call: Call,
  module: Invoices,
): Promise<Reply<CreditNote>> {
  return writeThenAct(module, call, {
    judge: async () => null,
    write: async (tx) => ({ id: await write({ module, tx, call }, params.id, body) }),
    act: async ({ id }) =>
      reply(presentCreditNote(await seeRefundsThrough(module, call.tenant, id)), { status: 201 }),
  });
}

type Writing = { readonly module: Invoices; readonly tx: Tx; readonly call: Call };

async function write({ module, tx, call }: Writing, invoiceId: string, body: Body): Promise<string> {
  const { tenant, now } = call;
  const id = makeId('cn_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  const decided: { credit?: Credit } = {};
  const { row } = await changeInvoice(module, tx, {
    tenant,
    id: invoiceId,
    now,
    decide: (before) => {
      const credit = composeCredit(body, creditable(before));
      refuseAboveRefundMax(call.caller, credit.amount, before.currency);
      decided.credit = credit;
      return crediting(before, { credit, noteId: id, at: now });
    },
  });
  if (!decided.credit) throw new Error(`The invoice ${invoiceId} was not credited.`);
  const refunds = decided.credit.refunds.map((one) => ({
    ...one,
    refundId: makeId('re_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
  }));
  const begun = await module.payments.beginRefunds(
    tx,
    tenant,
    refunds.map(({ paymentId, amount, refundId }) => ({
      id: refundId,
      paymentId,
      amountMinor: amount,
      inCash: false,
      reason: body.reason ?? `Credit note for invoice ${row.number ?? ''}`,
      at: now,
    })),
  );
  const { terms, timeZone } = await readInvoiceDefaults(tx, tenant);
  const note: NewCreditNote = {
    ...keyOf(tenant),
    id,
    invoice_id: row.id,
    invoice_number: row.number ?? '',
    currency: row.currency,
    amount: decided.credit.amount,
    tax_total: decided.credit.tax,
    reason: body.reason ?? null,
    items: decided.credit.items,
    amount_refunded: refunds.reduce((sum, { amount }) => sum + amount, 0n),
    ...returnOf(
      withNews(
        refunds.map(({ paymentId, refundId, amount }) => ({
          payment_id: paymentId,
          refund_id: refundId,
          amount: Number(amount),
          status: 'pending',
          failure: null,
        })),
        begun,
      ),
    ),
    metadata: body.metadata ?? {},
    created_at: now,
    updated_at: now,
  };
  const numbering = numberingOn({
    pattern: terms.credit_number_pattern,
    yearlyReset: terms.yearly_reset,
    day: dayOf(now, timeZone),
  });
  const fact = creditNoteFact({ ...note, number: '', version: 1, sequence: 1 }, 'credit_note.created');
  return (await insertCreditNote(tx, { note, numbering, facts: [fact] })).id;
}

/** Only what was asked for can be taken back. */
function creditable(row: InvoiceRow): InvoiceRow {
  if (row.status === 'draft') throw refuseMove(row, { to: 'credited', why: 'Change the draft instead.' });
  if (row.status === 'void') throw refuseMove(row, { to: 'credited', why: 'Nobody has to pay it.' });
  return row;
}

function crediting(
  row: InvoiceRow,
  { credit, noteId, at }: { readonly credit: Credit; readonly noteId: string; readonly at: Date },
): InvoiceChange {
  const back = new Map(credit.refunds.map(({ paymentId, amount }) => [paymentId, Number(amount)]));
  const lines = new Map(credit.items.map((item) => [item.line, item.quantity_milli]));
  const { payments, items } = row;
  const after: InvoiceRow = {
    ...row,
    amount_credited: row.amount_credited + credit.amount,
    tax_credited: row.tax_credited + credit.tax,
    amount_refunded: row.amount_refunded + credit.refunds.reduce((sum, { amount }) => sum + amount, 0n),
  };
  const status = statusByFigures(after);
  const done = status === 'paid';
  const due = taxDueOf(after);
  return {
    set: {
      amount_credited: after.amount_credited,
      tax_credited: after.tax_credited,
      amount_refunded: after.amount_refunded,
      tax_posted: due,
      status: row.status === 'uncollectible' && !done ? row.status : status,
      payments: payments.map((one) => ({
        ...one,
        amount_refunded: one.amount_refunded + (back.get(one.payment_id) ?? 0),
      })),
      items: items.map((item) => ({
        ...item,
        credited_milli: item.credited_milli + (lines.get(item.line) ?? 0),
      })),
      credit_note_ids: [...row.credit_note_ids, noteId],
      ...(done ? { paid_at: row.paid_at ?? at, next_reminder_at: null, next_late_fee_at: null } : {}),
    },
    tell: done && row.status !== 'paid' ? ['invoice.updated', 'invoice.paid'] : ['invoice.updated'],
    postings: taxPosting(row, { due, cause: noteId, at }),
  };
}
