import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { exampleDraft } from './invoice-examples.ts';
import { CreateInvoiceFields } from './invoice-input.ts';
import { Invoice } from './invoice-schema.ts';
import { INVOICE_WRITE_ERRORS, invoiceReadOnly, ManualNumber } from './invoices.ts';
import { SendInvoiceBody, SentChannel } from './send-invoice.ts';

export const CreatedInvoice = Type.Object(
  {
    ...Invoice.properties,
    sent: Type.Optional(
      Type.Array(SentChannel, { description: 'Where send was asked for: what became of it by each way.' }),
    ),
  },
  { title: 'CreatedInvoice', description: 'The invoice as it was written.' },
);
export type CreatedInvoice = Static<typeof CreatedInvoice>;

export const createInvoice = operation({
  id: 'createInvoice',
  method: 'POST',
  path: '/invoices',
  tag: 'Invoices',
  summary: 'Write an invoice',
  description:
    'A draft, unless finalize says otherwise: then it gets its number and can be paid at once; send does that as well, and sends it. What is left out is as your settings have it. Lines may name a product of your catalogue. Sends invoice.created.',
  scope: 'invoices:write',
  status: 201,
  body: Type.Object(
    {
      ...CreateInvoiceFields,
      finalize: Type.Optional(
        Type.Boolean({ default: false, description: 'No draft: numbered and open at once.' }),
      ),
      number: ManualNumber,
      send: Type.Optional(SendInvoiceBody),
    },
    { title: 'CreateInvoiceBody', description: 'Whom it is for, for what, and until when it is to be paid.' },
  ),
  readOnly: [...invoiceReadOnly, 'sent'],
  answer: CreatedInvoice,
  errors: [...INVOICE_WRITE_ERRORS, 'NUMBER_TAKEN'],
  example: {
    body: {
      customer: { name: 'Aminata Sesay', phone: '+23276123456', email: 'aminata@example.sl' },
      tax_rate: 15,
      deposit: { percent: 50, due_days: 3 },
      items: [
        { description: 'Posters, A2', quantity: 20, unit_price: 15 },
        {
          description: 'Design, per hour',
          quantity: 2.5,
          unit_price: 80,
          discount: { type: 'percent', value: 10, reason: 'Returning customer' },
        },
      ],
    },
    answer: exampleDraft,
  },
});
