import { toMajor, type CreditNote, type CreditRefundStatus, type Currency } from '@cottontree/contract';
import { majorOf } from '../present-parts.ts';
import type { KeptCreditItem } from './compose-credit.ts';
import type { CreditNoteRow } from './credit-notes.queries.ts';
import { refundsOf } from './credit-refunds.ts';

/** As only this room writes them. */
type Kept = { readonly items: readonly KeptCreditItem[] };

const MILLI = 1_000;

/** A credit note as its merchant sees it. */
export function presentCreditNote(row: CreditNoteRow): CreditNote {
  const currency = row.currency as Currency;
  const { items } = row as unknown as Kept;
  return {
    id: row.id,
    version: row.version,
    number: row.number,
    invoice_id: row.invoice_id,
    invoice_number: row.invoice_number,
    currency,
    amount: toMajor(row.amount, currency),
    tax_total: toMajor(row.tax_total, currency),
    reason: row.reason,
    items: items.map(({ line, description, quantity_milli: quantityMilli, amount }) => ({
      line,
      description,
      quantity: quantityMilli / MILLI,
      amount: majorOf(amount, currency),
    })),
    amount_refunded: toMajor(row.amount_refunded, currency),
    amount_returned: toMajor(row.amount_returned, currency),
    refund_status: row.amount_refunded === 0n ? 'none' : (row.refund_status as CreditRefundStatus),
    refunds: refundsOf(row).map(({ payment_id, refund_id, amount, status = 'pending', failure = null }) => ({
      payment_id,
      refund_id,
      amount: majorOf(amount, currency),
      status,
      failure,
    })),
    metadata: row.metadata as CreditNote['metadata'],
    test: !row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
