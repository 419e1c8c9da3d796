import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, Text } from '../../schema.ts';
import { receiptFormats } from '../words.ts';
import { exampleReceipt, exampleReceiptUrl, Receipt } from './receipt-schema.ts';

const params = { id: exampleReceipt.sale_id };
const ReceiptParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the sale, sale_….' }),
});

/** Paper of a receipt printer, in millimetres. */
export const receiptWidths = Object.freeze(['58', '80'] as const);
export type ReceiptWidth = (typeof receiptWidths)[number];

/** The languages that receipts are written in. */
export const receiptLanguages = Object.freeze(['en', 'kri'] as const);
export type ReceiptLanguage = (typeof receiptLanguages)[number];

const language = Type.Optional(OneOf(receiptLanguages, 'English or Krio; English, if left out.'));

export const getSaleReceipt = operation({
  id: 'getSaleReceipt',
  method: 'GET',
  path: '/pos/sales/:id/receipt',
  tag: 'Receipts',
  summary: 'Read the receipt of a sale',
  description: [
    'One receipt in five forms, which always agree: its values as JSON, a page, a PDF as wide as the paper, the bytes for an ESC/POS printer, and plain text as wide as the paper.',
    'What is not paid yet says so on it, what was voided too. 58 mm of paper are 32 characters, 80 mm are 48.',
  ].join(' '),
  scope: 'pos:read',
  status: 200,
  files: ['text/html', 'application/pdf', 'application/octet-stream', 'text/plain'],
  params: ReceiptParams,
  query: Type.Object({
    format: Type.Optional(
      OneOf(receiptFormats, 'json, if left out; every other form is the file itself, without an envelope.'),
    ),
    width: Type.Optional(OneOf(receiptWidths, 'Of the paper, in millimetres; 80, if left out.')),
    lang: language,
    drawer: Type.Optional(
      Type.Boolean({ default: false, description: 'For escpos: the drawer opens before it prints.' }),
    ),
  }),
  answer: Receipt,
  errors: ['SALE_NOT_FOUND'],
  example: { params, query: { format: 'json' }, answer: exampleReceipt },
});

/** By which ways a receipt goes to a buyer. */
export const receiptChannels = Object.freeze(['email', 'sms', 'whatsapp', 'link'] as const);
export type ReceiptChannel = (typeof receiptChannels)[number];

export const SendSaleReceiptBody = Type.Object(
  {
    channel: OneOf(
      receiptChannels,
      'link: nothing is sent, you get what to share. whatsapp: you get a link that opens WhatsApp with the text in it.',
    ),
    to: Type.Optional(Text(254, "E-mail address or phone; the customer's of the sale, if left out.")),
    lang: language,
  },
  { title: 'SendSaleReceiptBody', description: 'How the receipt goes, and to whom.' },
);
export type SendSaleReceiptBody = Static<typeof SendSaleReceiptBody>;

export const SentReceipt = Type.Object(
  {
    channel: OneOf(receiptChannels, 'How it was sent.'),
    status: OneOf(
      ['queued', 'test', 'share'] as const,
      'queued: it is sent in a moment, and GET /notices says what became of it. test: it stands there only. share: pass share_url on yourself.',
    ),
    url: Type.String({ description: 'The receipt as a page.' }),
    share_url: Nullable(
      Type.String({
        description:
          'For whatsapp: opens WhatsApp with the text in it. For link: the page. Null for what is sent.',
      }),
    ),
    to: Nullable(Type.String({ description: 'To whom it goes.' })),
  },
  { title: 'SentReceipt', description: 'What became of a receipt that was to be sent.' },
);
export type SentReceipt = Static<typeof SentReceipt>;

export const sendSaleReceipt = operation({
  id: 'sendSaleReceipt',
  method: 'POST',
  path: '/pos/sales/:id/receipt/send',
  tag: 'Receipts',
  summary: 'Send the receipt of a sale',
  description:
    'By e-mail or text message, or as a link that you hand on. In test mode nothing is sent: GET /notices shows what would have been.',
  scope: 'sales:write',
  status: 200,
  params: ReceiptParams,
  body: SendSaleReceiptBody,
  answer: SentReceipt,
  errors: ['SALE_NOT_FOUND', 'STATE_CONFLICT', 'INVALID_PHONE', 'RECIPIENT_NOT_REACHABLE'],
  example: {
    params,
    body: { channel: 'whatsapp', to: '076 123456' },
    answer: {
      channel: 'whatsapp',
      status: 'share',
      url: exampleReceiptUrl,
      share_url: `https://wa.me/23276123456?text=${encodeURIComponent(`Aminata Stores, receipt R-2026-00042, NLe 230.00: ${exampleReceiptUrl}`)}`,
      to: '+23276123456',
    },
  },
});
