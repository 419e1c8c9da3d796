import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import type { Reply } from '../core/reply.ts';
import type { Runner } from '../store/index.ts';
import { invoiceNotFound } from './invoice-not-found.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { findInvoice, type InvoiceKey } from './invoices.queries.ts';
import type { Invoices } from './open-invoices.ts';
import { replyInvoice } from './reply-invoice.ts';

/** Reads an invoice. */
export async function getInvoice(
  { params }: Input<Operations['getInvoice']>,
  { tenant, now }: Call,
  room: Invoices,
): Promise<Reply<Invoice>> {
  return replyInvoice(await requireInvoice(room.store.of(tenant), { tenant, id: params.id }), {
    settings: room.settings,
    now,
  });
}

/** One invoice, or INVOICE_NOT_FOUND. */
export async function requireInvoice(runner: Runner, key: InvoiceKey): Promise<InvoiceRow> {
  const row = await findInvoice(runner, key);
  if (!row) throw invoiceNotFound(key.id);
  return row;
}
