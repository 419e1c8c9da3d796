import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { examplePayment } from '../payments/examples.ts';
import { Payment } from '../payments/schemas.ts';
import { paymentChannels, paymentProviders } from '../payments/words.ts';
import { AmountIn, Metadata, OneOf, Text } from '../schema.ts';
import { Phone } from '../shared-fields.ts';
import { exampleInvoiceId } from './invoice-examples.ts';
import { InvoiceOf } from './invoices.ts';

const WebUrl = Type.String({
  minLength: 8,
  maxLength: 2_000,
  pattern: '^https?://',
  description: 'http or https.',
});

export const payInvoice = operation({
  id: 'payInvoice',
  method: 'POST',
  path: '/invoices/:id/pay',
  tag: 'Invoices',
  summary: 'Record or begin a payment',
  description:
    'cash and external: the money is there, so it is recorded, also a part of what is due. Any other channel: the payment is begun, for all that is due, the deposit, or a part where the invoice allows it. Two may pay at once; what comes on top of what is due goes back by itself.',
  scope: 'invoices:write',
  status: 201,
  params: InvoiceOf,
  body: Type.Object(
    {
      channel: OneOf(paymentChannels, 'How it is paid.'),
      amount: Type.Optional(AmountIn('All that is due, if left out.')),
      phone: Type.Optional(Phone),
      provider: Type.Optional(
        OneOf(paymentProviders, 'Through whom; left out: the service chooses one that takes the channel.'),
      ),
      external_ref: Type.Optional(Text(120, 'Of recorded money: the number on its receipt.')),
      reference: Type.Optional(Text(64, 'Yours; it stands on the payment.')),
      return_url: Type.Optional(WebUrl),
      cancel_url: Type.Optional(WebUrl),
      metadata: Type.Optional(Metadata),
    },
    { title: 'PayInvoiceBody', description: 'How it is paid, and how much of it.' },
  ),
  answer: Payment,
  errors: [
    'AMOUNT_PRECISION',
    'INVALID_PHONE',
    'INVOICE_NOT_FOUND',
    'STATE_CONFLICT',
    'NOTHING_DUE',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'CHANNEL_NOT_AVAILABLE',
    'PROVIDER_UNAVAILABLE',
  ],
  example: {
    params: { id: exampleInvoiceId },
    body: { channel: 'mobile_money', phone: '+23276123456', amount: 150 },
    answer: { ...examplePayment, invoice_id: exampleInvoiceId },
  },
});
