import type { Input, Invoice, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import { amountDueOf, isPayable, statusByFigures } from './amount-due.ts';
import type { InvoiceChange } from './change-invoice.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import type { KeptLateFeeCharged } from './kept-parts.ts';
import { moveInvoice } from './move-invoice.ts';
import type { Invoices } from '../module.ts';

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
