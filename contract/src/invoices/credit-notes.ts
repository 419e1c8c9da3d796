import { Type } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountIn, Metadata, Narrowing, Nullable, Text, TimeIn } from '../schema.ts';
import { CreditNote } from './credit-note-schema.ts';
import {
  exampleCreditNote,
  exampleFailedNote,
  exampleInvoiceId,
  exampleReturnedNote,
} from './invoice-examples.ts';
import { InvoiceOf } from './invoices.ts';
import { creditRefundStatuses } from './words.ts';

const CreditNoteOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the credit note, cn_….' }),
});
const QuantityIn = Type.Unsafe<number | string>({
  type: ['number', 'string'],
  maxLength: 40,
  description: 'How much of the line, at most 3 decimals.',
});

export const createCreditNote = operation({
  id: 'createCreditNote',
  method: 'POST',
  path: '/invoices/:id/credit-notes',
  tag: 'Invoices',
  summary: 'Credit an invoice',
  description:
    'By an amount, or by lines; all of what is not credited yet, if neither is said. Less is due then. What was paid for it goes back where refund says so, to the latest payments first. All credit notes of an invoice never exceed its total. Sends credit_note.created and invoice.updated, and credit_note.updated as the money goes back, or cannot.',
  scope: 'invoices:write',
  status: 201,
  params: InvoiceOf,
  body: Type.Object(
    {
      amount: Type.Optional(AmountIn('With tax; not together with items.')),
      items: Narrowing(
        Type.Array(
          Type.Object({
            line: Type.Integer({ description: 'Position on the invoice, from 1.', minimum: 1, maximum: 200 }),
            quantity: Type.Optional(QuantityIn),
          }),
          {
            minItems: 1,
            maxItems: 200,
            description: 'Lines of the invoice; all that is left of a line without a quantity.',
          },
        ),
      ),
      reason: Type.Optional(Nullable(Text(500, 'Stands on the note, up to 500 characters.'))),
      refund: Type.Optional(
        Type.Boolean({ default: false, description: 'What is more than what is due goes back to who paid.' }),
      ),
      metadata: Type.Optional(Metadata),
    },
    { title: 'CreateCreditNoteBody', description: 'How much is credited, and why.' },
  ),
  answer: CreditNote,
  errors: [
    'AMOUNT_PRECISION',
    'MEMBER_LIMIT_EXCEEDED',
    'INVOICE_NOT_FOUND',
    'STATE_CONFLICT',
    'CREDIT_EXCEEDS_INVOICE',
    'REFUND_NOT_SUPPORTED',
  ],
  example: {
    params: { id: exampleInvoiceId },
    body: { items: [{ line: 1, quantity: 2 }], reason: 'Two posters were torn.' },
    answer: exampleCreditNote,
  },
});

export const listCreditNotes = operation({
  id: 'listCreditNotes',
  method: 'GET',
  path: '/credit-notes',
  tag: 'Invoices',
  summary: 'List credit notes',
  description: 'Newest first unless sorted otherwise. `Accept: text/csv` gives the same list as CSV.',
  scope: 'invoices:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    invoice_id: Type.Optional(Text(64, 'Those of this invoice.')),
    refund_status: SeveralOf(creditRefundStatuses),
    q: Type.Optional(Text(100, "Part of its number, of the invoice's number, or of the reason.")),
    created_from: Type.Optional(TimeIn('At or after.')),
    created_to: Type.Optional(TimeIn('Before.')),
    updated_since: Type.Optional(TimeIn('Changed at or after.')),
  }),
  answer: CreditNote,
  errors: [],
  example: { query: {}, answer: exampleCreditNote },
});

export const getCreditNote = operation({
  id: 'getCreditNote',
  method: 'GET',
  path: '/credit-notes/:id',
  tag: 'Invoices',
  summary: 'Read a credit note',
  scope: 'invoices:read',
  status: 200,
  params: CreditNoteOf,
  answer: CreditNote,
  errors: ['CREDIT_NOTE_NOT_FOUND'],
  example: { params: { id: exampleCreditNote.id }, answer: exampleCreditNote },
});

export const retryCreditNoteRefund = operation({
  id: 'retryCreditNoteRefund',
  method: 'POST',
  path: '/credit-notes/:id/retry-refund',
  tag: 'Invoices',
  summary: 'Send back again what could not be sent back',
  description:
    'Of a credit note whose refund_status is failed or kept: what has not gone back is asked of the provider once more, or, with in_cash, noted as handed back in cash. Sends credit_note.updated.',
  scope: 'invoices:write',
  status: 200,
  params: CreditNoteOf,
  body: Type.Object(
    {
      in_cash: Type.Optional(
        Type.Boolean({ default: false, description: 'You hand it back in cash, however it was paid.' }),
      ),
    },
    { title: 'RetryCreditNoteRefundBody', description: 'By which way it goes back.' },
  ),
  bodyOptional: true,
  answer: CreditNote,
  errors: ['CREDIT_NOTE_NOT_FOUND', 'STATE_CONFLICT', 'REFUND_EXCEEDS_PAYMENT', 'REFUND_NOT_SUPPORTED'],
  example: { params: { id: exampleCreditNote.id }, body: {}, answer: exampleReturnedNote },
});

export const keepCreditNoteAsCredit = operation({
  id: 'keepCreditNoteAsCredit',
  method: 'POST',
  path: '/credit-notes/:id/keep-as-credit',
  tag: 'Invoices',
  summary: "Keep what could not be sent back as the customer's credit",
  description:
    "Of a credit note whose refund_status is failed: you and the customer agree that it stays with you for what comes next. The invoice's page and the papers say so. It can still be sent back later. Sends credit_note.updated.",
  scope: 'invoices:write',
  status: 200,
  params: CreditNoteOf,
  body: Type.Object({}, { title: 'KeepCreditNoteAsCreditBody', description: 'Nothing.' }),
  bodyOptional: true,
  answer: CreditNote,
  errors: ['CREDIT_NOTE_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleCreditNote.id },
    body: {},
    answer: { ...exampleFailedNote, version: 3, refund_status: 'kept' },
  },
});
