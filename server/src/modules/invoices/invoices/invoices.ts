import type { Data, Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { requireMatch } from '../../../kernel/change/if-match.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { keptOf } from './amount-due.ts';
import type { InvoiceChange } from './change-invoice.ts';
import { invoiceNotFound } from './invoice-not-found.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { deleteDraftInvoice, findInvoice, invoiceList, type InvoiceKey } from './invoices.queries.ts';
import type { Invoices } from '../module.ts';
import { moveInvoice } from './move-invoice.ts';
import { presentInvoice } from './present-invoice.ts';
import { refuseMove } from './refuse-move.ts';
import { replyInvoice } from './reply-invoice.ts';

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
  const row = await requireInvoice(runner, key);
  requireMatch(ifMatch, { what: `The invoice ${row.id}`, version: row.version });
  if (row.status !== 'draft')
    throw refuseMove(row, { to: 'deleted', why: 'Void it instead; it keeps its number.' });
  if (await deleteDraftInvoice(runner, key, row.version)) return reply({ id: row.id, deleted: true });
  throw new Failure(
    'PRECONDITION_FAILED',
    'The invoice was changed at this very moment. Read it again and decide again.',
  );
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
