import type { Runner } from '../../../store/index.ts';
import { invoiceFact } from './invoice-facts.ts';
import type { InvoiceRow, NewInvoice } from './invoice-rows.ts';
import { insertInvoice } from './invoices.queries.ts';
import type { InvoiceView } from './present-invoice.ts';

/** Writes a draft and tells of it. */
export function insertDraft(runner: Runner, draft: InvoiceRow, view: InvoiceView): Promise<InvoiceRow> {
  const { version: _version, sequence, number: _number, ...invoice } = draft;
  return insertInvoice(
    runner,
    { merchantId: draft.merchant_id, livemode: draft.livemode },
    {
      invoice: invoice satisfies NewInvoice,
      facts: [invoiceFact(draft, { kind: 'invoice.created', sequence, view })],
    },
  );
}
