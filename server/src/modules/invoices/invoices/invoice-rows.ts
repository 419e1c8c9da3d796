import type { Currency, Invoice, InvoiceStatus } from '@cottontree/contract';
import { json, nullable, text, texts, type JsonObject, type ValuesOf } from '../../../store/index.ts';
import type {
  KeptCompany,
  KeptDeposit,
  KeptInvoiceDiscount,
  KeptItem,
  KeptLateFee,
  KeptLateFeeCharged,
  KeptParty,
  KeptInvoicePayment,
  KeptReminder,
  KeptTaxTotal,
} from './kept-parts.ts';

type AcceptedChannel = NonNullable<Invoice['accepted_channels']>[number];

/** What an invoice has from the start and keeps. */
export const BORN = {
  id: 'text',
  currency: text<Currency>(),
  recurring_invoice_id: 'text?',
  page_token: 'text',
  created_at: 'timestamptz',
} as const;

const FIGURES = {
  items: json<readonly KeptItem[]>(),
  discount: nullable(json<KeptInvoiceDiscount>()),
  taxes: json<readonly KeptTaxTotal[]>(),
  subtotal: 'int8',
  discount_total: 'int8',
  tax_total: 'int8',
  total: 'int8',
  late_fee_total: 'int8',
  amount_paid: 'int8',
  amount_refunded: 'int8',
  amount_credited: 'int8',
  tax_credited: 'int8',
  tax_posted: 'int8',
  payments: json<readonly KeptInvoicePayment[]>(),
  credit_note_ids: 'text[]',
} as const;
const TERMS = {
  customer_id: 'text?',
  customer: json<KeptParty>(),
  company: json<KeptCompany>(),
  issue_date: 'text',
  issue_date_given: 'bool',
  due_date: 'text',
  due_days: 'int4?',
  overdue_at: 'timestamptz',
  notes: 'text?',
  terms: 'text?',
  footer: 'text?',
  payment_instructions: 'text?',
  po_number: 'text?',
  deposit: nullable(json<KeptDeposit>()),
  allow_partial_payment: 'bool',
  min_partial_amount: 'int8?',
  accepted_channels: nullable(texts<AcceptedChannel>()),
  reminders: json<readonly KeptReminder[]>(),
  next_reminder_at: 'timestamptz?',
  late_fee: nullable(json<KeptLateFee>()),
  late_fees: json<readonly KeptLateFeeCharged[]>(),
  next_late_fee_at: 'timestamptz?',
  metadata: json<JsonObject>(),
} as const;
const STEPS = {
  status: text<InvoiceStatus>(),
  overdue_told: 'bool',
  updated_at: 'timestamptz',
  finalized_at: 'timestamptz?',
  sent_at: 'timestamptz?',
  viewed_at: 'timestamptz?',
  paid_at: 'timestamptz?',
  voided_at: 'timestamptz?',
  uncollectible_at: 'timestamptz?',
} as const;

/** What can change of an invoice; the number comes by itself. */
export const STATE = { ...FIGURES, ...TERMS, ...STEPS } as const;
export const INVOICE = {
  merchant_id: 'text',
  livemode: 'bool',
  ...BORN,
  ...STATE,
  version: 'int4',
  sequence: 'int4',
  number: 'text?',
} as const;
/** The columns of an invoice, read from `invoices i`. */
export const INVOICE_COLUMNS = Object.keys(INVOICE)
  .map((name) => `i.${name}`)
  .join(', ');

export type InvoiceRow = ValuesOf<typeof INVOICE>;
export type InvoiceState = ValuesOf<typeof STATE>;
export type NewInvoice = ValuesOf<typeof BORN> & InvoiceState;
