import { Type, type Static } from 'typebox';
import { CurrencyOut } from '../payments/schemas.ts';
import { AmountOut, Described, MetadataOut, Nullable, OneOf, shownMode, TimeOut } from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';
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
  items: Type.Array(InvoiceItem, { description: 'The lines, in the order in which they are printed.' }),
  discount: Nullable(InvoiceDiscount, 'Taken off the whole invoice after its lines; null: nothing.'),
  subtotal: AmountOut('All lines, before discounts.'),
  discount_total: AmountOut('All discounts.'),
  taxes: Type.Array(InvoiceTaxTotal, { description: 'What is due in all, one for each rate.' }),
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
  notes: Nullable(Type.String({ description: 'What the customer reads above the sums; null: none.' })),
  terms: Nullable(Type.String({ description: 'Stands below the sums; null: none.' })),
  footer: Nullable(Type.String({ description: 'Stands at the foot of every page; null: none.' })),
  payment_instructions: Nullable(
    Type.String({ description: 'How to pay, as the customer reads it; null: none.' }),
  ),
  po_number: Nullable(Type.String({ description: "The customer's own order number; null: none." })),
  deposit: Nullable(InvoiceDeposit, 'What is due before the rest; null: nothing.'),
  allow_partial_payment: Type.Boolean({ description: 'Whether the customer may pay it in parts.' }),
  min_partial_amount: Nullable(AmountOut('The least that may be paid of it; null: any part will do.')),
  accepted_channels: Nullable(AcceptedChannels),
  reminders: Described(Reminders, 'When it is reminded of.'),
  next_reminder_at: Nullable(TimeOut('When the customer is reminded next; null: never.')),
  late_fee: Nullable(LateFee, 'What is added when it is paid late; null: nothing.'),
  late_fees: Type.Array(ChargedLateFee, { description: 'What was added so far, the oldest first.' }),
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
    customer_id: Nullable(
      Type.String({ description: '`cus_…`; null: only what the invoice itself says of the customer.' }),
    ),
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
    payments: Type.Array(InvoicePayment, { description: 'Every payment towards it, the oldest first.' }),
    credit_note_ids: Type.Array(Type.String(), { description: 'What takes back of it, `cn_…` each.' }),
    recurring_invoice_id: Nullable(
      Type.String({ description: 'From which recurring invoice it was made; null: none.' }),
    ),
    hosted_url: Nullable(
      Type.String({ description: 'Its page, where the customer reads and pays it; null in a draft.' }),
    ),
    pdf_url: Nullable(Type.String({ description: 'The same as PDF, without a key; null in a draft.' })),
    metadata: MetadataOut,
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    finalized_at: Nullable(TimeOut('When it got its number; null: it is a draft.')),
    sent_at: Nullable(TimeOut('When it was sent last; null: never.')),
    viewed_at: Nullable(TimeOut('When its page was opened first; null: never.')),
    paid_at: Nullable(TimeOut('When it was paid in full; null: not yet.')),
    voided_at: Nullable(TimeOut('When it was voided; null: it was not.')),
    uncollectible_at: Nullable(TimeOut('When it was given up; null: it was not.')),
  },
  { title: 'Invoice', description: 'What somebody owes, and how much of it is paid.' },
);
export type Invoice = Static<typeof Invoice>;
