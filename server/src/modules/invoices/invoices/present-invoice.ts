import { toMajor, type Invoice } from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { amountDueOf, isOverdue, keptOf } from './amount-due.ts';
import type { InvoiceRow } from './invoice-rows.ts';
import {
  presentChargedFee,
  presentCompany,
  presentDeposit,
  presentDiscount,
  presentItem,
  presentLateFee,
  presentParty,
  presentPayment,
  presentReminder,
  presentTaxTotal,
} from './present-parts.ts';
import type { KeptParts } from './kept-parts.ts';

export type InvoiceView = {
  readonly settings: Pick<Settings, 'publicUrl'>;
  /** Business time. */ readonly now: Date;
};

/** An invoice as its merchant sees it. */
export function presentInvoice(row: InvoiceRow, { settings, now }: InvoiceView): Invoice {
  const currency = row.currency;
  const kept = row;
  const time = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    id: row.id,
    version: row.version,
    number: row.number,
    status: row.status,
    is_overdue: isOverdue(row, now),
    currency,
    customer_id: row.customer_id,
    customer: presentParty(kept.customer),
    company: presentCompany(kept.company, settings),
    issue_date: row.issue_date,
    due_date: row.due_date,
    due_days: row.due_days,
    ...figuresOf(row, kept),
    ...termsOf(row, kept),
    payments: kept.payments.map((one) => presentPayment(one, currency)),
    credit_note_ids: [...row.credit_note_ids],
    recurring_invoice_id: row.recurring_invoice_id,
    hosted_url: row.status === 'draft' ? null : hostedUrl(row, settings),
    pdf_url: row.status === 'draft' ? null : `${hostedUrl(row, settings)}/invoice.pdf`,
    metadata: row.metadata,
    ...showMode(row.livemode),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    finalized_at: time(row.finalized_at),
    sent_at: time(row.sent_at),
    viewed_at: time(row.viewed_at),
    paid_at: time(row.paid_at),
    voided_at: time(row.voided_at),
    uncollectible_at: time(row.uncollectible_at),
  };
}

/** The page where the customer reads and pays it. */
export function hostedUrl(
  { page_token: token }: Pick<InvoiceRow, 'page_token'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string {
  return `${publicUrl}/i/${token}`;
}

type Figures = Pick<
  Invoice,
  | 'items'
  | 'discount'
  | 'subtotal'
  | 'discount_total'
  | 'taxes'
  | 'tax_total'
  | 'total'
  | 'late_fee_total'
  | 'amount_paid'
  | 'amount_refunded'
  | 'amount_credited'
  | 'amount_due'
>;

function figuresOf(row: InvoiceRow, { items, discount, taxes }: KeptParts): Figures {
  const currency = row.currency;
  const major = (minor: bigint): number => toMajor(minor, currency);
  return {
    items: items.map((item) => presentItem(item, currency)),
    discount: discount && presentDiscount(discount, currency),
    subtotal: major(row.subtotal),
    discount_total: major(row.discount_total),
    taxes: taxes.map((tax) => presentTaxTotal(tax, currency)),
    tax_total: major(row.tax_total),
    total: major(row.total),
    late_fee_total: major(row.late_fee_total),
    amount_paid: major(row.amount_paid),
    amount_refunded: major(row.amount_refunded),
    amount_credited: major(row.amount_credited),
    amount_due: major(amountDueOf(row)),
  };
}

type Terms = Pick<
  Invoice,
  | 'notes'
  | 'terms'
  | 'footer'
  | 'payment_instructions'
  | 'po_number'
  | 'deposit'
  | 'allow_partial_payment'
  | 'min_partial_amount'
  | 'accepted_channels'
  | 'reminders'
  | 'next_reminder_at'
  | 'late_fee'
  | 'late_fees'
>;

function termsOf(
  row: InvoiceRow,
  { deposit, reminders, late_fee: lateFee, late_fees: lateFees }: KeptParts,
): Terms {
  const currency = row.currency;
  return {
    notes: row.notes,
    terms: row.terms,
    footer: row.footer,
    payment_instructions: row.payment_instructions,
    po_number: row.po_number,
    deposit:
      deposit &&
      presentDeposit(deposit, { currency, kept: keptOf(row), payable: row.total - row.amount_credited }),
    allow_partial_payment: row.allow_partial_payment,
    min_partial_amount: row.min_partial_amount === null ? null : toMajor(row.min_partial_amount, currency),
    accepted_channels: row.accepted_channels && [...row.accepted_channels],
    reminders: reminders.map(presentReminder),
    next_reminder_at: row.next_reminder_at?.toISOString() ?? null,
    late_fee: lateFee && presentLateFee(lateFee, currency),
    late_fees: lateFees.map((fee) => presentChargedFee(fee, currency)),
  };
}
