import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Narrowing, Nullable, OneOf, Text, TimeOut } from '../schema.ts';
import { exampleInvoice, exampleInvoiceId } from './invoice-examples.ts';
import { reminderChannels } from './invoice-parts.ts';
import { Invoice } from './invoice-schema.ts';
import { InvoiceOf } from './invoices.ts';
import { sendChannels } from './words.ts';

/** What becomes of a message to a customer. */
export const sendStatuses = Object.freeze(['queued', 'test', 'share', 'no_address'] as const);

export const SentChannel = Type.Object(
  {
    channel: OneOf(sendChannels, 'How it was sent.'),
    status: OneOf(
      sendStatuses,
      'queued: it goes out in a moment, see /notices; test: it would, but nothing of test mode leaves; share: nothing is sent by itself, use url or share_url; no_address: the customer has none for it.',
    ),
    to: Nullable(Type.String({ description: 'The address or number it goes to; null: nowhere.' })),
    url: Type.String({ description: 'The page of the invoice.' }),
    share_url: Nullable(
      Type.String({
        description:
          'Opens the message, written already, in the app of whoever opens it: https://wa.me/…, sms:… or mailto:….',
      }),
    ),
  },
  { title: 'SentChannel', description: 'One way by which an invoice goes to its customer.' },
);
export type SentChannel = Static<typeof SentChannel>;

export const InvoiceSending = Type.Object(
  {
    invoice: Invoice,
    sent_before_at: Nullable(TimeOut('When it was sent the last time before this; null: never.')),
    channels: Type.Array(SentChannel, { description: 'One for each channel that was asked for.' }),
  },
  { title: 'InvoiceSending', description: 'What became of sending an invoice.' },
);
export type InvoiceSending = Static<typeof InvoiceSending>;

const message = {
  to: Type.Optional(
    Text(
      254,
      "An e-mail address or a phone number other than the customer's, for the channels that it fits.",
    ),
  ),
  subject: Type.Optional(Text(200, 'Of the e-mail; ours, if left out.')),
  message: Type.Optional(Text(1_000, 'What you want to say; the link is put below it. Ours, if left out.')),
};

export const SendInvoiceBody = Type.Object(
  {
    channels: Type.Array(OneOf(sendChannels), {
      minItems: 1,
      maxItems: sendChannels.length,
      uniqueItems: true,
      description: 'link: only its address.',
    }),
    ...message,
  },
  { title: 'SendInvoiceBody', description: 'By which ways it goes to the customer.' },
);
export type SendInvoiceBody = Static<typeof SendInvoiceBody>;

const url = exampleInvoice.hosted_url ?? '';
const exampleSending: InvoiceSending = {
  invoice: exampleInvoice,
  sent_before_at: null,
  channels: [
    {
      channel: 'email',
      status: 'queued',
      to: 'aminata@example.sl',
      url,
      share_url: `mailto:aminata%40example.sl?subject=Invoice%20INV-2026-00042&body=${encodeURIComponent(url)}`,
    },
    {
      channel: 'whatsapp',
      status: 'share',
      to: '+23276123456',
      url,
      share_url: `https://wa.me/23276123456?text=${encodeURIComponent(url)}`,
    },
  ],
};

export const sendInvoice = operation({
  id: 'sendInvoice',
  method: 'POST',
  path: '/invoices/:id/send',
  tag: 'Invoices',
  summary: 'Send an invoice',
  description:
    'A draft is finalised first. By e-mail it comes with its PDF, by SMS as a short text with the link. WhatsApp gives a link that opens the message in your own WhatsApp, unless the operator has an account there. It may be sent again; sent_before_at tells so. Sends invoice.sent.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  body: SendInvoiceBody,
  answer: InvoiceSending,
  errors: ['INVALID_PHONE', 'INVOICE_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: exampleInvoiceId },
    body: { channels: ['email', 'whatsapp'] },
    answer: exampleSending,
  },
});

export const RemindInvoiceBody = Type.Object(
  {
    channels: Narrowing(
      Type.Array(OneOf(reminderChannels), {
        minItems: 1,
        maxItems: reminderChannels.length,
        uniqueItems: true,
        description: 'Every way that the customer has an address for, if left out.',
      }),
    ),
    ...message,
  },
  { title: 'RemindInvoiceBody', description: 'By which ways the customer is reminded.' },
);
export type RemindInvoiceBody = Static<typeof RemindInvoiceBody>;

export const remindInvoice = operation({
  id: 'remindInvoice',
  method: 'POST',
  path: '/invoices/:id/remind',
  tag: 'Invoices',
  summary: 'Remind a customer now',
  description:
    'Beside the reminders that the invoice plans by itself, which stay as they are. Only while something is due. Sends invoice.reminded to endpoints that name it.',
  scope: 'invoices:write',
  status: 200,
  params: InvoiceOf,
  body: RemindInvoiceBody,
  bodyOptional: true,
  answer: InvoiceSending,
  errors: ['INVALID_PHONE', 'INVOICE_NOT_FOUND', 'STATE_CONFLICT', 'NOTHING_DUE'],
  example: {
    params: { id: exampleInvoiceId },
    body: { channels: ['sms'] },
    answer: {
      ...exampleSending,
      sent_before_at: exampleInvoice.sent_at,
      channels: [
        {
          channel: 'sms',
          status: 'queued',
          to: '+23276123456',
          url,
          share_url: `sms:+23276123456?body=${encodeURIComponent(url)}`,
        },
      ],
    },
  },
});
