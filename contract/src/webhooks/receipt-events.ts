import { Type, type Static } from 'typebox';
import { exampleReceiptUrl } from '../pos/receipts/receipt-schema.ts';
import { receiptLanguages } from '../pos/receipts/receipts.ts';
import { OneOf, TimeOut } from '../schema.ts';
import type { EventDescription } from './event-description.ts';

export const ReceiptSent = Type.Object(
  {
    sale_id: Type.String({ description: '`sale_…`.' }),
    number: Type.String({ description: 'Of the receipt.' }),
    channel: OneOf(['email', 'sms'] as const, 'How it was sent.'),
    to: Type.String({ description: 'Where the receipt was sent.' }),
    url: Type.String({ description: "The receipt's page." }),
    store_name: Type.String({ description: 'As the receipt shows it.' }),
    amount: Type.String({ description: 'What was paid, as people read it.' }),
    lang: OneOf(receiptLanguages, 'The language of the message.'),
    sent_at: TimeOut('When it was sent off.'),
  },
  { title: 'ReceiptSent', description: 'A receipt on its way to a buyer.' },
);
export type ReceiptSent = Static<typeof ReceiptSent>;

/** What is told of receipts. */
export const receiptEvents = {
  'pos.receipt.sent': {
    kind: 'pos.receipt.sent',
    default: false,
    summary: 'A receipt was sent to a buyer by e-mail or text message.',
    data: ReceiptSent,
    example: {
      sale_id: 'sale_01m7yq2b3f9mzn4c8w2k5q7h1s',
      number: 'LUM-00042',
      channel: 'sms',
      to: '+23276123456',
      url: exampleReceiptUrl,
      store_name: 'Aminata Stores',
      amount: 'NLe 230.00',
      lang: 'en',
      sent_at: '2026-11-21T14:06:00.000Z',
    },
  },
} as const satisfies Record<string, EventDescription>;
