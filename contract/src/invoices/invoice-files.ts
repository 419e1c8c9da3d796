import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { receiptLanguages } from '../pos/receipts/receipts.ts';
import { FileBytes, OneOf } from '../schema.ts';
import { exampleCreditNote, exampleInvoiceId } from './invoice-examples.ts';
import { InvoiceOf } from './invoices.ts';

const LanguageQuery = Type.Object({
  lang: Type.Optional(OneOf(receiptLanguages, 'English or Krio; English, if left out.')),
});

export const getInvoicePdf = operation({
  id: 'getInvoicePdf',
  method: 'GET',
  path: '/invoices/:id/pdf',
  tag: 'Invoices',
  summary: 'Read an invoice as PDF',
  description:
    'On A4, as it stands now, with what was paid and what is due; drafts and void ones say so in large. For the customer, pdf_url opens the same without a key.',
  scope: 'invoices:read',
  status: 200,
  params: InvoiceOf,
  query: LanguageQuery,
  answer: FileBytes,
  binary: { type: 'application/pdf' },
  errors: ['INVOICE_NOT_FOUND'],
  example: { params: { id: exampleInvoiceId }, query: {}, answer: '%PDF-1.7 …' },
});

export const getCreditNotePdf = operation({
  id: 'getCreditNotePdf',
  method: 'GET',
  path: '/credit-notes/:id/pdf',
  tag: 'Invoices',
  summary: 'Read a credit note as PDF',
  scope: 'invoices:read',
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the credit note, cn_….' }) }),
  query: LanguageQuery,
  answer: FileBytes,
  binary: { type: 'application/pdf' },
  errors: ['CREDIT_NOTE_NOT_FOUND'],
  example: { params: { id: exampleCreditNote.id }, query: {}, answer: '%PDF-1.7 …' },
});
