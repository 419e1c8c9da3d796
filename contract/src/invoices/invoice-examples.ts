import type { CreditNote } from './credit-note-schema.ts';
import type { Invoice } from './invoice-schema.ts';

export const exampleInvoiceId = 'inv_01m7yp7a2gfjx8n3p6w1t0z9ra';
const url = 'https://pay.example.sl/i/8fK2mQ7tVxR1bZ4nYc6wHg';

/** Two lines, one with a discount, 15 % tax, half of it paid. */
export const exampleInvoice: Invoice = {
  id: exampleInvoiceId,
  version: 4,
  number: 'INV-2026-00042',
  status: 'partially_paid',
  is_overdue: false,
  currency: 'SLE',
  customer_id: null,
  customer: {
    name: 'Aminata Sesay',
    email: 'aminata@example.sl',
    phone: '+23276123456',
    address: '12 Siaka Stevens Street, Freetown',
    tax_id: null,
  },
  company: {
    name: 'Salone Prints',
    address: '4 Kissy Road, Freetown',
    email: 'office@salone-prints.example.sl',
    phone: '+23276555000',
    tax_id: 'TIN 1000123-4',
    logo_url: null,
  },
  issue_date: '2026-11-21',
  due_date: '2026-12-05',
  due_days: 14,
  items: [
    {
      line: 1,
      description: 'Posters, A2',
      product_id: null,
      variant_id: null,
      quantity: 20,
      unit_price: 15,
      discount: null,
      taxes: [{ name: 'GST', rate: 15, inclusive: false }],
      subtotal: 300,
      discount_total: 0,
      tax_total: 45,
      total: 345,
    },
    {
      line: 2,
      description: 'Design, per hour',
      product_id: null,
      variant_id: null,
      quantity: 2.5,
      unit_price: 80,
      discount: { type: 'percent', value: 10, reason: 'Returning customer' },
      taxes: [{ name: 'GST', rate: 15, inclusive: false }],
      subtotal: 200,
      discount_total: 20,
      tax_total: 27,
      total: 207,
    },
  ],
  discount: null,
  subtotal: 500,
  discount_total: 20,
  taxes: [{ name: 'GST', rate: 15, inclusive: false, base: 480, amount: 72 }],
  tax_total: 72,
  total: 552,
  late_fee_total: 0,
  amount_paid: 276,
  amount_refunded: 0,
  amount_credited: 0,
  amount_due: 276,
  notes: 'Thank you.',
  terms: null,
  footer: null,
  payment_instructions: 'Orange Money to 076 555 000.',
  po_number: 'PO-77',
  deposit: { percent: 50, amount: 276, due_days: 3, due_date: '2026-11-24', paid: true },
  allow_partial_payment: false,
  min_partial_amount: null,
  accepted_channels: ['mobile_money', 'card'],
  reminders: [{ days_from_due: -3, channel: 'sms' }],
  next_reminder_at: '2026-12-02T09:00:00.000Z',
  late_fee: { type: 'percent', value: 5, after_days: 7, repeat_days: null, max: null },
  late_fees: [],
  payments: [
    {
      payment_id: 'pay_01m7yp5c2gfjx8n3p6w1t0z9ra',
      amount: 276,
      amount_refunded: 0,
      channel: 'mobile_money',
      external_ref: null,
      paid_at: '2026-11-21T11:02:00.000Z',
    },
  ],
  credit_note_ids: [],
  recurring_invoice_id: null,
  hosted_url: url,
  pdf_url: `${url}/invoice.pdf`,
  metadata: { project: 'festival' },
  livemode: true,
  test: false,
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T11:02:00.000Z',
  finalized_at: '2026-11-21T09:20:00.000Z',
  sent_at: '2026-11-21T09:21:00.000Z',
  viewed_at: '2026-11-21T10:55:00.000Z',
  paid_at: null,
  voided_at: null,
  uncollectible_at: null,
};

/** The same as a draft. */
export const exampleDraft: Invoice = {
  ...exampleInvoice,
  version: 1,
  number: null,
  status: 'draft',
  amount_paid: 0,
  amount_due: 552,
  payments: [],
  hosted_url: null,
  pdf_url: null,
  next_reminder_at: null,
  updated_at: exampleInvoice.created_at,
  finalized_at: null,
  sent_at: null,
  viewed_at: null,
  deposit: { percent: 50, amount: 276, due_days: 3, due_date: '2026-11-24', paid: false },
};

/** The same as soon as it is finalised. */
export const exampleOpenInvoice: Invoice = {
  ...exampleInvoice,
  version: 2,
  status: 'open',
  amount_paid: 0,
  amount_due: 552,
  payments: [],
  updated_at: '2026-11-21T09:20:00.000Z',
  sent_at: null,
  viewed_at: null,
  deposit: exampleDraft.deposit,
};

export const exampleCreditNote: CreditNote = {
  id: 'cn_01m7yp9a2gfjx8n3p6w1t0z9ra',
  version: 1,
  number: 'CN-2026-00003',
  invoice_id: exampleInvoiceId,
  invoice_number: 'INV-2026-00042',
  currency: 'SLE',
  amount: 34.5,
  tax_total: 4.5,
  reason: 'Two posters were torn.',
  items: [{ line: 1, description: 'Posters, A2', quantity: 2, amount: 34.5 }],
  amount_refunded: 0,
  amount_returned: 0,
  refund_status: 'none',
  refunds: [],
  metadata: {},
  livemode: true,
  test: false,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
};

const exampleRefund: CreditNote['refunds'][number] = {
  payment_id: 'pay_01m7yp5c2gfjx8n3p6w1t0z9ra',
  refund_id: 're_01m7yp9b4gfjx8n3p6w1t0z9ra',
  amount: 34.5,
  status: 'succeeded',
  failure: null,
};

/** One whose money has gone back. */
export const exampleReturnedNote: CreditNote = {
  ...exampleCreditNote,
  version: 2,
  amount_refunded: 34.5,
  amount_returned: 34.5,
  refund_status: 'returned',
  refunds: [exampleRefund],
  updated_at: '2026-11-22T08:00:04.000Z',
};

/** One whose money could not be sent back. */
export const exampleFailedNote: CreditNote = {
  ...exampleReturnedNote,
  amount_returned: 0,
  refund_status: 'failed',
  refunds: [
    {
      ...exampleRefund,
      status: 'failed',
      failure: { code: 'provider_error', message: 'The wallet is closed.' },
    },
  ],
};
