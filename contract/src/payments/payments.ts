import { Type, type Static } from 'typebox';
import { currencies, type Currency } from '../money.ts';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { CustomFieldAnswers } from './link-schema.ts';
import { AmountIn, Metadata, OneOf, Text, TimeIn } from '../schema.ts';
import { examplePayment, examplePaymentId, exampleSucceededPayment } from './examples.ts';
import { Payment } from './schemas.ts';
import { testCards } from './test-numbers.ts';
import { paymentChannels, paymentProviders, paymentStatuses } from './words.ts';

export const PaymentParams = Type.Object({ id: Text(64, 'Id of the payment, pay_….') });
const Url = Type.String({
  minLength: 8,
  maxLength: 2_000,
  pattern: '^https?://',
  description: "Where the payer's browser goes, http or https.",
});
const Secret = Type.Optional(
  Text(200, 'For public keys: what createPayment answered. The header X-Client-Secret does as well.'),
);

export const CreatePaymentBody = Type.Object({
  amount: AmountIn('What is to be paid.'),
  currency: Type.Optional(OneOf(Object.keys(currencies) as Currency[], "Default: the merchant's.")),
  channel: OneOf(paymentChannels, 'How the payer pays. cash and external want a secret key.'),
  provider: Type.Optional(
    OneOf(paymentProviders, "Default: the first of the merchant's that serves channel, currency and amount."),
  ),
  description: Type.Optional(Text(500, 'What the payer reads.')),
  reference: Type.Optional(Text(64, 'Yours; lists can be filtered by it.')),
  customer: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(Text(120, 'As it stands on the receipt.')),
        phone: Type.Optional(
          Text(32, 'Whose wallet is asked, where the channel is mobile_money; the receipt goes there too.'),
        ),
        email: Type.Optional(
          Type.String({
            description: 'Where the receipt goes.',
            minLength: 3,
            maxLength: 254,
            pattern: '^[^@\\s]+@[^@\\s]+$',
          }),
        ),
      },
      { description: 'Who pays, as far as known.' },
    ),
  ),
  sale_id: Type.Optional(
    Text(
      64,
      'Refused: a sale is paid with POST /pos/sales/:id/payments, which keeps its stock and its number.',
    ),
  ),
  invoice_id: Type.Optional(Text(64, 'Its amount due, parts and accepted_channels hold as on its page.')),
  payment_link_id: Type.Optional(
    Text(64, 'Its amount, channels, questions and metadata hold as on its page.'),
  ),
  note: Type.Optional(Text(500, 'With payment_link_id, where the link asks for it.')),
  custom_fields: Type.Optional(CustomFieldAnswers),
  order_ref: Type.Optional(Text(64, 'An order of your own system.')),
  return_url: Type.Optional(Url),
  cancel_url: Type.Optional(Url),
  expires_in: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 86_400, default: 900, description: 'Seconds until it expires.' }),
  ),
  metadata: Type.Optional(Metadata),
  capture: Type.Optional(OneOf(['auto'] as const, 'Money is taken as soon as the payer agrees.')),
  test_card: Type.Optional(
    OneOf(
      testCards.map(({ card }) => card) as [string, ...string[]],
      'Only with a test key: how the card behaves.',
    ),
  ),
  amount_token: Type.Optional(Text(1_000, 'An amount that your server has signed, for public keys.')),
});
export type CreatePaymentBody = Static<typeof CreatePaymentBody>;

export const createPayment = operation({
  id: 'createPayment',
  method: 'POST',
  path: '/payments',
  tag: 'Payments',
  summary: 'Ask for money',
  description:
    'Writes the payment, then asks the provider, and answers with what the payer has to do next. A provider that does not answer leaves it `processing`: nothing is failed before the provider says so.',
  scope: 'payments:write',
  publicKey: true,
  status: 201,
  body: CreatePaymentBody,
  readOnly: [
    'id',
    'version',
    'status',
    'amount_refunded',
    'fee',
    'net',
    'provider_ref',
    'amount_source',
    'ticket_order_id',
    'delivery_job_number',
    'pay_url',
    'client_secret',
    'next_action',
    'failure',
    'review',
    'late',
    'verified',
    'livemode',
    'test',
    'expires_at',
    'created_at',
    'updated_at',
    'succeeded_at',
  ],
  answer: Payment,
  errors: [
    'INVOICE_NOT_FOUND',
    'AMOUNT_PRECISION',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'AMOUNT_TOKEN_INVALID',
    'INVALID_PHONE',
    'CURRENCY_MISMATCH',
    'CHANNEL_NOT_AVAILABLE',
    'TEST_ONLY',
    'PAYMENT_DECLINED',
    'PROVIDER_UNAVAILABLE',
    'PAYMENT_LINK_NOT_FOUND',
    'LINK_USED_UP',
    'LINK_EXPIRED',
    'LINK_INACTIVE',
  ],
  example: {
    body: {
      amount: 150,
      channel: 'mobile_money',
      description: 'Order 1042',
      reference: 'ORD-1042',
      customer: { name: 'Fatmata Koroma', phone: '+23200000001' },
      return_url: 'https://shop.example.sl/thanks',
    },
    answer: examplePayment,
  },
});

export const listPayments = operation({
  id: 'listPayments',
  method: 'GET',
  path: '/payments',
  tag: 'Payments',
  summary: 'List payments',
  description: 'Newest first unless sorted otherwise. `Accept: text/csv` gives the same list as CSV.',
  scope: 'payments:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(paymentStatuses),
    channel: Type.Optional(OneOf(paymentChannels, 'How it was or is to be paid.')),
    provider: Type.Optional(OneOf(paymentProviders, 'Through whom.')),
    to_review: Type.Optional(Type.Boolean({ description: 'Those alone that somebody must look at.' })),
    reference: Type.Optional(Text(64, 'Your own word for it, whole.')),
    sale_id: Type.Optional(Text(64, 'Of this sale.')),
    invoice_id: Type.Optional(Text(64, 'Of this invoice.')),
    payment_link_id: Type.Optional(Text(64, 'By this payment link.')),
    ticket_order_id: Type.Optional(Text(64, 'For this order of tickets.')),
    delivery_job_number: Type.Optional(Text(64, 'Instead of the cash of this delivery.')),
    order_ref: Type.Optional(Text(64, 'For this order of yours.')),
    created_from: Type.Optional(TimeIn('At or after.')),
    created_to: Type.Optional(TimeIn('Before.')),
    updated_since: Type.Optional(TimeIn('Changed at or after.')),
    q: Type.Optional(
      Text(
        100,
        "Part of the reference, the description, the provider's reference, or the customer's name, phone or e-mail address.",
      ),
    ),
  }),
  answer: Payment,
  errors: [],
  example: { query: { status: 'requires_action' }, answer: examplePayment },
});

export const getPayment = operation({
  id: 'getPayment',
  method: 'GET',
  path: '/payments/:id',
  tag: 'Payments',
  summary: 'Read a payment',
  description:
    "With `wait` the answer comes as soon as the payment changes, at the latest after `wait` seconds; with `since_version` as soon as the version is higher. A public key reads only with the payment's client_secret.",
  scope: 'payments:read',
  publicKey: true,
  status: 200,
  params: PaymentParams,
  query: Type.Object({
    wait: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 25, default: 0, description: 'Seconds to wait for a change.' }),
    ),
    since_version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version the caller has.' })),
    client_secret: Secret,
  }),
  answer: Payment,
  errors: ['PAYMENT_NOT_FOUND'],
  example: {
    params: { id: examplePaymentId },
    query: { wait: 25, since_version: 2 },
    answer: exampleSucceededPayment,
  },
});

export const followPayment = operation({
  id: 'followPayment',
  method: 'GET',
  path: '/payments/:id/events',
  tag: 'Payments',
  summary: 'Follow a payment',
  description:
    'With `Accept: text/event-stream` a stream that tells every change until the payment has ended; else the payment as it is.',
  scope: 'payments:read',
  publicKey: true,
  status: 200,
  events: 'payment',
  params: PaymentParams,
  query: Type.Object({ client_secret: Secret }),
  answer: Payment,
  errors: ['PAYMENT_NOT_FOUND'],
  example: { params: { id: examplePaymentId }, answer: examplePayment },
});

export const cancelPayment = operation({
  id: 'cancelPayment',
  method: 'POST',
  path: '/payments/:id/cancel',
  tag: 'Payments',
  summary: 'Cancel a payment',
  description:
    'Ends a payment that nobody has paid yet; one that is cancelled already is answered as it is. Money that comes all the same is a late success.',
  scope: 'payments:write',
  publicKey: true,
  status: 200,
  params: PaymentParams,
  body: Type.Object({ client_secret: Secret }),
  bodyOptional: true,
  answer: Payment,
  errors: ['PAYMENT_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: examplePaymentId },
    body: {},
    answer: {
      ...examplePayment,
      version: 3,
      status: 'cancelled',
      next_action: exampleSucceededPayment.next_action,
    },
  },
});

export const confirmPayment = operation({
  id: 'confirmPayment',
  method: 'POST',
  path: '/payments/:id/confirm',
  tag: 'Payments',
  summary: 'Confirm a payment',
  description:
    'For cash and external money: a person says that it is there (secret key only); said again it is the same, with another external_ref a conflict. For every other payment: the provider is asked now instead of at the next turn.',
  scope: 'payments:write',
  publicKey: true,
  status: 200,
  params: PaymentParams,
  body: Type.Object({
    external_ref: Type.Optional(Text(64, "Number of the transfer or of the wallet's message.")),
    client_secret: Secret,
  }),
  bodyOptional: true,
  answer: Payment,
  errors: ['PAYMENT_NOT_FOUND', 'STATE_CONFLICT', 'PAYMENT_EXPIRED'],
  example: { params: { id: examplePaymentId }, body: {}, answer: exampleSucceededPayment },
});
