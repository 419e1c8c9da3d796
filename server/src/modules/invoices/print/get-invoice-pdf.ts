import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { invoiceNotFound } from '../invoices/invoice-not-found.ts';
import { findInvoice } from '../invoices/invoices.queries.ts';
import type { Invoices } from '../module.ts';
import { printInvoice } from './print-invoice.ts';

/** An invoice as PDF. */
export async function getInvoicePdf(
  { params, query }: Input<Operations['getInvoicePdf']>,
  { tenant }: Call,
  module: Invoices,
): Promise<Reply<Uint8Array>> {
  const row = await findInvoice(module.store.of(tenant), { tenant, id: params.id });
  if (!row) throw invoiceNotFound(params.id);
  const { bytes, fileName } = await printInvoice(module, row, query.lang ?? 'en');
  return reply(bytes, { fileName });
}
