import type { Invoice } from '@cottontree/contract';
import type { Reply } from '../../../kernel/call/reply.ts';
import { reply } from '../../../kernel/call/reply.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { presentInvoice, type InvoiceView } from './present-invoice.ts';

/** The answer that shows one invoice. */
export function replyInvoice(
  row: InvoiceRow,
  { status, ...view }: InvoiceView & { readonly status?: 201 },
): Reply<Invoice> {
  return reply(presentInvoice(row, view), { version: String(row.version), ...(status ? { status } : {}) });
}
