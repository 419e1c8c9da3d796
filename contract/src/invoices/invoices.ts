import { Type } from 'typebox';
import { ListQuery, SeveralOf } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, Nullable, Text, TimeIn } from '../schema.ts';
import { exampleDraft, exampleInvoice, exampleInvoiceId, exampleOpenInvoice } from './invoice-examples.ts';
import { UpdateInvoiceBody } from './invoice-input.ts';
import { Day } from './invoice-parts.ts';
import { Invoice } from './invoice-schema.ts';
import { invoiceStatuses } from './words.ts';

export const InvoiceOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the invoice, inv_….' }),
});
export const ManualNumber = Type.Optional(
  Nullable(Text(60, 'A number of your own; the next of your series, if left out.')),
);

/** What only payments, moves and we write. */
export const invoiceReadOnly = [
  'id',
  'version',
  'status',
  'is_overdue',
  'company',
  'subtotal',
  'discount_total',
  'taxes',
  'tax_total',
  'total',
  'late_fee_total',
  'late_fees',
  'amount_paid',
  'amount_refunded',
  'amount_credited',
  'amount_due',
  'payments',
  'credit_note_ids',
  'recurring_invoice_id',
  'next_reminder_at',
  'hosted_url',
  'pdf_url',
  'livemode',
  'test',
  'created_at',
  'updated_at',
  'finalized_at',
  'sent_at',
  'viewed_at',
  'paid_at',
  'voided_at',
  'uncollectible_at',
] as const;
export const INVOICE_WRITE_ERRORS = [
  'AMOUNT_PRECISION',
  'AMOUNT_TOO_LARGE',
  'INVALID_PHONE',
  'CUSTOMER_NOT_FOUND',
  'PRODUCT_NOT_FOUND',
  'VARIANT_NOT_FOUND',
  'CURRENCY_MISMATCH',
] as const;

const invoiceFilters = {
  status: SeveralOf(invoiceStatuses),
  customer_id: Type.Optional(Text(64, 'Those of this customer.')),
  overdue: Type.Optional(Type.Boolean({ description: 'Those that are overdue, or are not.' })),
  due_from: Type.Optional(Day('Due on this day or later.')),
  due_to: Type.Optional(Day('Due on this day or earlier.')),
  created_from: Type.Optional(TimeIn('At or after.')),
  created_to: Type.Optional(TimeIn('Before.')),
  updated_since: Type.Optional(TimeIn('Changed at or after.')),
  q: Type.Optional(
    Text(100, "Part of the number, of the customer's name, e-mail address or phone, or of the order number."),
  ),
};

export const listInvoices = operation({
  id: 'listInvoices',
  method: 'GET',
  path: '/invoices',
  tag: 'Invoices',
  summary: 'List invoices',
  description: 'Newest first unless sorted otherwise. `Accept: text/csv` gives the same list as CSV.',
  scope: 'invoices:read',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', '-due_date', 'due_date'],
    invoiceFilters,
    'When it was written or is due; with a minus the latest first.',
  ),
  answer: Invoice,
  errors: [],
  example: { query: { status: 'open', overdue: true }, answer: exampleInvoice },
});

export const getInvoice = operation({
  id: 'getInvoice',
  method: 'GET',
  path: '/invoices/:id',
  tag: 'Invoices',
  summary: 'Read an invoice',
  scope: 'invoices:read',
  status: 200,
  params: InvoiceOf,
  answer: Invoice,
  errors: ['INVOICE_NOT_FOUND'],
  example: { params: { id: exampleInvoiceId }, answer: exampleInvoice },
});

export const updateInvoice = operation({
  id: 'updateInvoice',
  method: 'PATCH',
  path: '/invoices/:id',
  tag: 'Invoices',
  summary: 'Change an invoice',
  description:
    'What is left out stays. Once it is finalised only due_date, due_days, notes, reminders and metadata change; correct anything else with a credit note. A tax_rate without items is put on all lines. With If-Match, only if nobody changed it since.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  body: UpdateInvoiceBody,
  readOnly: [...invoiceReadOnly, 'number', 'currency'],
  answer: Invoice,
  errors: [
    'INVOICE_NOT_FOUND',
    'INVOICE_FINALIZED',
    'STATE_CONFLICT',
    ...INVOICE_WRITE_ERRORS,
    'PRECONDITION_FAILED',
  ],
  example: {
    params: { id: exampleInvoiceId },
    body: { notes: 'Thank you.', due_date: '2026-12-05' },
    answer: exampleInvoice,
  },
});

export const deleteInvoice = operation({
  id: 'deleteInvoice',
  method: 'DELETE',
  path: '/invoices/:id',
  tag: 'Invoices',
  summary: 'Delete a draft',
  description: 'A finalised invoice is never deleted; void it instead.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  answer: Deleted,
  errors: ['INVOICE_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: { params: { id: exampleInvoiceId }, answer: { id: exampleInvoiceId, deleted: true } },
});

export const finalizeInvoice = operation({
  id: 'finalizeInvoice',
  method: 'POST',
  path: '/invoices/:id/finalize',
  tag: 'Invoices',
  summary: 'Finalise a draft',
  description:
    'It gets its number, in the same moment in which it can no longer be undone: numbers are never given twice, and none is left out. From then on it can be paid and is overdue after due_date. One for nothing is paid at once.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  body: Type.Object(
    { number: ManualNumber },
    { title: 'FinalizeInvoiceBody', description: 'Whether it has a number of your own.' },
  ),
  bodyOptional: true,
  answer: Invoice,
  errors: ['INVOICE_NOT_FOUND', 'STATE_CONFLICT', 'NUMBER_TAKEN'],
  example: { params: { id: exampleInvoiceId }, body: {}, answer: exampleOpenInvoice },
});

export const voidInvoice = operation({
  id: 'voidInvoice',
  method: 'POST',
  path: '/invoices/:id/void',
  tag: 'Invoices',
  summary: 'Void an invoice',
  description:
    'It keeps its number, and nobody can pay it any more. Only while nothing is paid; else make a credit note. Money that comes all the same goes back by itself.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  body: Type.Object({}, { title: 'VoidInvoiceBody', description: 'Nothing.' }),
  bodyOptional: true,
  answer: Invoice,
  errors: ['INVOICE_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleInvoiceId },
    body: {},
    answer: {
      ...exampleOpenInvoice,
      status: 'void',
      amount_due: 0,
      voided_at: exampleOpenInvoice.updated_at,
    },
  },
});

export const markInvoiceUncollectible = operation({
  id: 'markInvoiceUncollectible',
  method: 'POST',
  path: '/invoices/:id/mark-uncollectible',
  tag: 'Invoices',
  summary: 'Give an invoice up',
  description:
    'You do not expect the money any more: nobody is reminded, and it is not overdue. It can still be paid.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  body: Type.Object({}, { title: 'MarkInvoiceUncollectibleBody', description: 'Nothing.' }),
  bodyOptional: true,
  answer: Invoice,
  errors: ['INVOICE_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleInvoiceId },
    body: {},
    answer: {
      ...exampleOpenInvoice,
      status: 'uncollectible',
      uncollectible_at: exampleOpenInvoice.updated_at,
    },
  },
});

export const waiveLateFee = operation({
  id: 'waiveLateFee',
  method: 'POST',
  path: '/invoices/:id/waive-late-fee',
  tag: 'Invoices',
  summary: 'Waive late fees',
  description:
    'What of all late fees is not paid need not be paid: late_fee_total and amount_due become less, and an invoice of which nothing is due any more is paid. Later periods add their fees all the same; a waived fee counts towards max. Sends invoice.updated.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  body: Type.Object(
    { reason: Text(500, 'Why; it stands beside the fee.') },
    { title: 'WaiveLateFeeBody', description: 'Why they are waived.' },
  ),
  answer: Invoice,
  errors: ['INVOICE_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleInvoiceId },
    body: { reason: 'The bank was closed.' },
    answer: {
      ...exampleOpenInvoice,
      version: 4,
      late_fees: [
        {
          period: 1,
          amount: 27.6,
          at: '2026-12-13T00:00:00.000Z',
          amount_waived: 27.6,
          waived_at: '2026-12-14T10:00:00.000Z',
          waive_reason: 'The bank was closed.',
        },
      ],
      updated_at: '2026-12-14T10:00:00.000Z',
    },
  },
});

export const duplicateInvoice = operation({
  id: 'duplicateInvoice',
  method: 'POST',
  path: '/invoices/:id/duplicate',
  tag: 'Invoices',
  summary: 'Copy an invoice into a new draft',
  description: 'With the same customer, lines and terms, dated today.',
  scope: 'invoices:write',
  status: 201,
  params: InvoiceOf,
  body: Type.Object({}, { title: 'DuplicateInvoiceBody', description: 'Nothing.' }),
  bodyOptional: true,
  answer: Invoice,
  errors: ['INVOICE_NOT_FOUND'],
  example: { params: { id: exampleInvoiceId }, body: {}, answer: exampleDraft },
});
