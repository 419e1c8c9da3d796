import type { EventKind } from '@cottontree/contract';
import { type Fact, newFact } from '../../../outbox/index.ts';

import type { InvoiceRow } from './invoice-rows.ts';
import { presentInvoice, type InvoiceView } from './present-invoice.ts';

/** What is told of an invoice: what getInvoice answers. `sequence` is that of the message. */
export function invoiceFact(
  row: InvoiceRow,
  {
    kind,
    sequence,
    view,
  }: { readonly kind: InvoiceKind; readonly sequence: number; readonly view: InvoiceView },
): Fact {
  return newFact({ kind, sequence, at: view.now.toISOString(), facts: presentInvoice(row, view) });
}

export type InvoiceKind = EventKind & `invoice.${string}`;
