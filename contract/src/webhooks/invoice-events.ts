import { CreditNote } from '../invoices/credit-note-schema.ts';
import {
  exampleCreditNote,
  exampleDraft,
  exampleFailedNote,
  exampleInvoice,
  exampleOpenInvoice,
} from '../invoices/invoice-examples.ts';
import { Invoice } from '../invoices/invoice-schema.ts';
import type { EventDescription } from './event-description.ts';

function invoice<const Kind extends string>(kind: Kind, summary: string, example: Invoice) {
  return { kind, default: true, summary, data: Invoice, example } as const satisfies EventDescription;
}

const paid: Invoice = {
  ...exampleInvoice,
  version: 5,
  status: 'paid',
  amount_paid: 552,
  amount_due: 0,
  next_reminder_at: null,
  paid_at: '2026-12-01T10:00:00.000Z',
  updated_at: '2026-12-01T10:00:00.000Z',
};
const late: Invoice = {
  ...exampleOpenInvoice,
  version: 3,
  is_overdue: true,
  updated_at: '2026-12-06T00:00:00.000Z',
};

/** What is told of invoices and credit notes: `data.object` is what their GET answers. */
export const invoiceEvents = {
  'invoice.created': invoice('invoice.created', 'A draft of an invoice was written.', exampleDraft),
  'invoice.updated': invoice(
    'invoice.updated',
    'An invoice was changed, finalised, credited or given up, or a late fee was added to it or waived.',
    exampleOpenInvoice,
  ),
  'invoice.sent': invoice('invoice.sent', 'An invoice was sent to its customer.', {
    ...exampleOpenInvoice,
    version: 3,
    sent_at: '2026-11-21T09:21:00.000Z',
  }),
  'invoice.viewed': invoice('invoice.viewed', "An invoice's page was opened for the first time.", {
    ...exampleOpenInvoice,
    version: 4,
    sent_at: '2026-11-21T09:21:00.000Z',
    viewed_at: '2026-11-21T10:55:00.000Z',
  }),
  'invoice.reminded': {
    ...invoice('invoice.reminded', 'A customer was reminded of an invoice.', {
      ...exampleOpenInvoice,
      version: 3,
      sent_at: '2026-11-21T09:21:00.000Z',
    }),
    default: false,
  },
  'invoice.partially_paid': invoice(
    'invoice.partially_paid',
    'Money came for an invoice, and something is still due.',
    exampleInvoice,
  ),
  'invoice.paid': invoice('invoice.paid', 'Nothing is due any more of an invoice.', paid),
  'invoice.overdue': invoice(
    'invoice.overdue',
    'The day on which an invoice was due is over, and something is due.',
    late,
  ),
  'invoice.voided': invoice('invoice.voided', 'An invoice was voided; it keeps its number.', {
    ...exampleOpenInvoice,
    version: 3,
    status: 'void',
    amount_due: 0,
    voided_at: '2026-11-22T08:00:00.000Z',
    updated_at: '2026-11-22T08:00:00.000Z',
  }),
  'invoice.payment_failed': invoice(
    'invoice.payment_failed',
    'A payment for an invoice failed; another can be tried.',
    exampleOpenInvoice,
  ),
  'credit_note.created': {
    kind: 'credit_note.created',
    default: true,
    summary: 'A part of an invoice, or all of it, was credited.',
    data: CreditNote,
    example: exampleCreditNote,
  },
  'credit_note.updated': {
    kind: 'credit_note.updated',
    default: true,
    summary: 'The money of a credit note went back, or could not, or is kept as credit.',
    data: CreditNote,
    example: exampleFailedNote,
  },
} as const;
