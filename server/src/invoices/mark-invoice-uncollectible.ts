import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import type { Reply } from '../core/reply.ts';
import type { InvoiceChange } from './change-invoice.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { moveInvoice } from './move-invoice.ts';
import type { Invoices } from './open-invoices.ts';
import { refuseMove } from './refuse-move.ts';

/** Gives the money up; should it come all the same, the invoice is paid. */
export function markInvoiceUncollectible(
  { params }: Input<Operations['markInvoiceUncollectible']>,
  call: Call,
  room: Invoices,
): Promise<Reply<Invoice>> {
  return moveInvoice(room, call, { id: params.id, decide: (row) => givingUp(row, call.now) });
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
