import { Type, type Static } from 'typebox';
import { CurrencyOut } from '../payments/schemas.ts';
import { AmountOut, MetadataOut, Nullable, OneOf, shownMode, TimeOut } from '../schema.ts';
import {
  AcceptedChannels,
  ChargedLateFee,
  DayOut,
  InvoiceCompany,
  InvoiceDeposit,
  InvoiceDiscount,
  InvoiceItem,
  InvoiceParty,
  InvoicePayment,
  InvoiceTaxTotal,
  LateFee,
  Reminders,
} from './invoice-parts.ts';
import { invoiceStatuses } from './words.ts';

const figures = {
  items: Type.Array(InvoiceItem),
  discount: Nullable(InvoiceDiscount),
  subtotal: AmountOut('All lines, before discounts.'),
  discount_total: AmountOut('All discounts.'),
  taxes: Type.Array(InvoiceTaxTotal),
  tax_total: AmountOut('All taxes, those that prices have in them too.'),
  total: AmountOut('What the invoice is for.'),
  late_fee_total: AmountOut('What was added for being late; not part of total.'),
  amount_paid: AmountOut('What was kept of all payments.'),
  amount_refunded: AmountOut('What of that went back with credit notes.'),
  amount_credited: AmountOut('All credit notes.'),
  amount_due: AmountOut(
    'total + late_fee_total − amount_credited − amount_paid + amount_refunded; 0 where nothing can be paid any more.',
  ),
};

const terms = {
  notes: Nullable(Type.String()),
  terms: Nullable(Type.String()),
  footer: Nullable(Type.String()),
  payment_instructions: Nullable(Type.String()),
  po_number: Nullable(Type.String()),
  deposit: Nullable(InvoiceDeposit),
  allow_partial_payment: Type.Boolean(),
  min_partial_amount: Nullable(AmountOut('The least that may be paid of it.')),
  accepted_channels: Nullable(AcceptedChannels),
  reminders: Reminders,
  next_reminder_at: Nullable(TimeOut('When the customer is reminded next.')),
  late_fee: Nullable(LateFee),
  late_fees: Type.Array(ChargedLateFee),
};

export const Invoice = Type.Object(
  {
    id: Type.String({ description: '`inv_…`' }),
    version: Type.Integer({ description: 'Rises with every change.' }),
    number: Nullable(
      Type.String({ description: 'Null in a draft. Never given twice, and none is left out.' }),
    ),
    status: OneOf(
      invoiceStatuses,
      'paid: nothing is due any more. Being overdue is no status: see is_overdue.',
    ),
    is_overdue: Type.Boolean({
      description: 'Something is due, and the day of due_date is over where the merchant is.',
    }),
    currency: CurrencyOut,
    customer_id: Nullable(Type.String()),
    customer: InvoiceParty,
    company: InvoiceCompany,
    issue_date: DayOut(
      'Of a draft: the day it was made, unless you said another; it moves to the day of finalisation.',
    ),
    due_date: DayOut('The last day on which it can be paid without being late.'),
    due_days: Nullable(
      Type.Integer({ description: 'Days from issue_date to due_date; null where you said the date.' }),
    ),
    ...figures,
    ...terms,
    payments: Type.Array(InvoicePayment),
    credit_note_ids: Type.Array(Type.String()),
    recurring_invoice_id: Nullable(Type.String({ description: 'From which recurring invoice it was made.' })),
    hosted_url: Nullable(
      Type.String({ description: 'Its page, where the customer reads and pays it; null in a draft.' }),
    ),
    pdf_url: Nullable(Type.String({ description: 'The same as PDF, without a key; null in a draft.' })),
    metadata: MetadataOut,
    ...shownMode,
    created_at: TimeOut(),
    updated_at: TimeOut(),
    finalized_at: Nullable(TimeOut()),
    sent_at: Nullable(TimeOut('When it was sent last.')),
    viewed_at: Nullable(TimeOut('When its page was opened first.')),
    paid_at: Nullable(TimeOut()),
    voided_at: Nullable(TimeOut()),
    uncollectible_at: Nullable(TimeOut()),
  },
  { title: 'Invoice', description: 'What somebody owes, and how much of it is paid.' },
);
export type Invoice = Static<typeof Invoice>;
