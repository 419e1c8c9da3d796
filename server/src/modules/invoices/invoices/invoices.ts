import type { Data, Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { change } from '../../../kernel/change/change.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { amountDueOf, isPayable, keptOf, statusByFigures } from './amount-due.ts';
import {
  changeInvoice,
  invoiceNotFound,
  replyInvoice,
  type InvoiceChange,
  type InvoiceChangeWanted,
} from './change-invoice.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { deleteDraftInvoice, findInvoice, invoiceList, type InvoiceKey } from './invoices.queries.ts';
import type { Invoices } from '../module.ts';
import { presentInvoice } from './present-invoice.ts';
import { refuseMove } from './refuse-move.ts';
import { blankDraft, insertDraft } from './new-draft.ts';
import { datesOfToday } from './read-dates.ts';
import { addDays, dayOf } from './calendar.ts';
import { readInvoiceDefaults, type InvoiceDefaults } from './settings.queries.ts';
import type { KeptLateFeeCharged } from './kept-parts.ts';

/** Lists a merchant's invoices, newest first unless sorted otherwise. */
export async function listInvoices(
  { query }: Input<Operations['listInvoices']>,
  call: Call,
  { store, settings }: Invoices,
): Promise<Reply<readonly Invoice[]>> {
  const { tenant, now } = call;
  const { rows, meta } = await invoiceList.find(store.reads(tenant), { call, query, given: { now } });
  return reply(
    rows.map((row) => presentInvoice(row, { settings, now })),
    { meta },
  );
}

/** Reads an invoice. */
export async function getInvoice(
  { params }: Input<Operations['getInvoice']>,
  { tenant, now }: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  return replyInvoice(await requireInvoice(module.store.of(tenant), { tenant, id: params.id }), {
    settings: module.settings,
    now,
  });
}

/** One invoice, or INVOICE_NOT_FOUND. */
export async function requireInvoice(runner: Runner, key: InvoiceKey): Promise<InvoiceRow> {
  const row = await findInvoice(runner, key);
  if (!row) throw invoiceNotFound(key.id);
  return row;
}

/** Deletes a draft; what has a number stays for ever. */
export async function deleteInvoice(
  { params }: Input<Operations['deleteInvoice']>,
  { tenant, ifMatch }: Call,
  module: Invoices,
): Promise<Reply<Data<Operations['deleteInvoice']>>> {
  const runner = module.store.of(tenant);
  const key = { tenant, id: params.id };
  const invoiceNow = {
    key,
    tooMany: 'requests change this invoice',
    read: () => requireInvoice(runner, key),
    ifMatch,
    seen: ({ id, version }: InvoiceRow) => ({ what: `The invoice ${id}`, version }),
  };
  return change(invoiceNow, async (row) => {
    if (row.status !== 'draft')
      throw refuseMove(row, { to: 'deleted', why: 'Void it instead; it keeps its number.' });
    const isDeleted = await deleteDraftInvoice(runner, key, row.version);
    return isDeleted ? reply({ id: row.id, deleted: true }) : undefined;
  });
}

/** Gives the money up; should it come all the same, the invoice is paid. */
export function markInvoiceUncollectible(
  { params }: Input<Operations['markInvoiceUncollectible']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  return moveInvoice(module, call, { id: params.id, decide: (row) => givingUp(row, call.now) });
}

function givingUp(row: InvoiceRow, now: Date): InvoiceChange {
  if (row.status !== 'open' && row.status !== 'partially_paid')
    throw refuseMove(row, {
      to: 'uncollectible',
      why: 'Only an invoice that waits for its money can be given up.',
    });
  return {
    set: { status: 'uncollectible', uncollectible_at: now, next_reminder_at: null, next_late_fee_at: null },
    tell: ['invoice.updated'],
  };
}

/** Voids an invoice of which nothing is paid; it keeps its number. */
export function voidInvoice(
  { params }: Input<Operations['voidInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  return moveInvoice(module, call, { id: params.id, decide: (row) => voiding(row, call.now) });
}

function voiding(row: InvoiceRow, now: Date): InvoiceChange {
  if (row.status === 'draft') throw refuseMove(row, { to: 'void', why: 'Delete the draft instead.' });
  if (keptOf(row) > 0n)
    throw refuseMove(row, { to: 'void', why: 'Something is paid for it; make a credit note instead.' });
  if (row.status !== 'open')
    throw refuseMove(row, { to: 'void', why: 'Only an invoice that waits for its money can be voided.' });
  return {
    set: { status: 'void', voided_at: now, next_reminder_at: null, next_late_fee_at: null },
    tell: ['invoice.voided'],
  };
}

/** Copies an invoice into a draft of today. */
export async function duplicateInvoice(
  { params }: Input<Operations['duplicateInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  const { tenant, now } = call;
  const view = { settings: module.settings, now };
  return effect<Invoice>(module, call, {
    work: async (runner) => {
      const source = await requireToCopy(module, runner, { tenant, id: params.id });
      const defaults = await readInvoiceDefaults(runner, tenant);
      const blank = blankDraft(module, { tenant, defaults, currency: source.currency, now });
      return replyInvoice(await insertDraft(runner, copyOf(source, { blank, defaults, now }), view), {
        ...view,
        status: 201,
      });
    },
  });
}

/** The invoice, with as much of its customer as is not erased before what copies it is written. */
async function requireToCopy(module: Invoices, tx: Runner, key: InvoiceKey): Promise<InvoiceRow> {
  const seen = await requireInvoice(tx, key);
  if (seen.customer_id === null) return seen;
  await module.customers.hold(tx, key.tenant, seen.customer_id);
  return requireInvoice(tx, key);
}

/** Customer, lines and terms of one invoice, dated today; how it was numbered, paid and credited stays with the other. */
function copyOf(
  source: InvoiceRow,
  {
    blank,
    defaults,
    now,
  }: { readonly blank: InvoiceRow; readonly defaults: InvoiceDefaults; readonly now: Date },
): InvoiceRow {
  const { timeZone, terms } = defaults;
  const { items, deposit } = source;
  const dates = datesOfToday(dayOf(now, timeZone), {
    dueDays: source.due_days ?? terms.default_due_days,
    timeZone,
  });
  return {
    ...blank,
    ...dates,
    customer_id: source.customer_id,
    customer: source.customer,
    items: items.map((item) => ({ ...item, credited_milli: 0 })),
    discount: source.discount,
    taxes: source.taxes,
    subtotal: source.subtotal,
    discount_total: source.discount_total,
    tax_total: source.tax_total,
    total: source.total,
    notes: source.notes,
    terms: source.terms,
    footer: source.footer,
    payment_instructions: source.payment_instructions,
    po_number: source.po_number,
    deposit: deposit && { ...deposit, due_date: addDays(dates.issue_date, deposit.due_days) },
    allow_partial_payment: source.allow_partial_payment,
    min_partial_amount: source.min_partial_amount,
    accepted_channels: source.accepted_channels,
    reminders: source.reminders,
    late_fee: source.late_fee,
    metadata: source.metadata,
  };
}

type Waiver = { readonly reason: string; readonly at: Date };

/** Waives what of all late fees is not paid. Fees bear no tax, so none moves. */
export function waiveLateFee(
  { params, body }: Input<Operations['waiveLateFee']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Invoice>> {
  return moveInvoice(module, call, {
    id: params.id,
    decide: (row) => waiving(row, { reason: body.reason, at: call.now }),
  });
}

function waiving(row: InvoiceRow, waiver: Waiver): InvoiceChange {
  const due = isPayable(row) ? amountDueOf(row) : 0n;
  const amount = row.late_fee_total < due ? row.late_fee_total : due;
  if (row.late_fee_total === 0n) throw refused(row, 'No late fee stands on the invoice.');
  if (amount === 0n) throw refused(row, 'Its late fees are paid, or nobody has to pay it.');
  const late_fee_total = row.late_fee_total - amount;
  const status = statusByFigures({ ...row, late_fee_total });
  const done = status === 'paid';
  return {
    set: {
      late_fee_total,
      late_fees: waived(row.late_fees, amount, waiver),
      status: row.status === 'uncollectible' && !done ? row.status : status,
      ...(done ? { paid_at: waiver.at, next_reminder_at: null, next_late_fee_at: null } : {}),
    },
    tell: done ? ['invoice.updated', 'invoice.paid'] : ['invoice.updated'],
  };
}

/** The latest first: money pays the oldest first. */
function waived(
  fees: readonly KeptLateFeeCharged[],
  amount: bigint,
  { reason, at }: Waiver,
): readonly KeptLateFeeCharged[] {
  let left = Number(amount);
  return fees
    .toReversed()
    .map((fee) => {
      const before = fee.waived?.amount ?? 0;
      const part = Math.min(fee.amount - before, left);
      left -= part;
      return part === 0 ? fee : { ...fee, waived: { amount: before + part, at: at.toISOString(), reason } };
    })
    .toReversed();
}

function refused({ status: from }: InvoiceRow, why: string): Failure {
  return new Failure('STATE_CONFLICT', `${why} So there is no late fee to waive.`, {
    details: { from, to: 'late_fee_waived', allowed: [] },
  });
}

/** Does what a request wants of an invoice, once however often it is sent. */
async function moveInvoice(
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
