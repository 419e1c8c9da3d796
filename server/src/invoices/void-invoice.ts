import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import type { Reply } from '../core/reply.ts';
import { keptOf } from './amount-due.ts';
import type { InvoiceChange } from './change-invoice.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import { moveInvoice } from './move-invoice.ts';
import type { Invoices } from './open-invoices.ts';
import { refuseMove } from './refuse-move.ts';

/** Voids an invoice of which nothing is paid; it keeps its number. */
export function voidInvoice(
  { params }: Input<Operations['voidInvoice']>,
  call: Call,
  room: Invoices,
): Promise<Reply<Invoice>> {
  return moveInvoice(room, call, { id: params.id, decide: (row) => voiding(row, call.now) });
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
