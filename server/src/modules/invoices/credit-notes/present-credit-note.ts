import { toMajor, type CreditNote } from '@cottontree/contract';
import { showMode } from '../../../kernel/call/tenant.ts';
import { majorOf } from '../invoices/present-parts.ts';
import type { CreditNoteRow } from './credit-notes.queries.ts';
import { refundsOf } from './credit-refunds.ts';

const MILLI = 1_000;

/** A credit note as its merchant sees it. */
export function presentCreditNote(row: CreditNoteRow): CreditNote {
  const currency = row.currency;
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
    items: row.items.map(({ line, description, quantity_milli: quantityMilli, amount }) => ({
      line,
      description,
      quantity: quantityMilli / MILLI,
      amount: majorOf(amount, currency),
    })),
    amount_refunded: toMajor(row.amount_refunded, currency),
    amount_returned: toMajor(row.amount_returned, currency),
    refund_status: row.amount_refunded === 0n ? 'none' : row.refund_status,
    refunds: refundsOf(row).map(({ payment_id, refund_id, amount, status = 'pending', failure = null }) => ({
      payment_id,
      refund_id,
      amount: majorOf(amount, currency),
      status,
      failure,
    })),
    metadata: row.metadata,
    ...showMode(row.livemode),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
