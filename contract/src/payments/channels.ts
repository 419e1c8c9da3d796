import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { AmountOut, Livemode, OneOf } from '../schema.ts';
import { CurrencyOut } from './schemas.ts';
import { paymentChannels, paymentProviders } from './words.ts';

export const PaymentWay = Type.Object(
  {
    channel: OneOf(paymentChannels, 'How it is paid.'),
    provider: OneOf(paymentProviders, 'Through whom it comes.'),
    currencies: Type.Array(CurrencyOut, { description: 'What it can be paid in, ISO 4217.' }),
    min_amount: AmountOut("In the merchant's currency."),
    max_amount: AmountOut("In the merchant's currency."),
    available: Type.Boolean({ description: 'False while the provider does not answer.' }),
    refunds: OneOf(['none', 'full', 'partial'] as const, 'How money can go back.'),
  },
  { title: 'PaymentWay', description: 'A way to pay.' },
);
export type PaymentWay = Static<typeof PaymentWay>;

export const listPaymentChannels = operation({
  id: 'listPaymentChannels',
  method: 'GET',
  path: '/payments/channels',
  tag: 'Payments',
  summary: 'List the ways to pay',
  description:
    "What the merchant's payers can use now, in the order in which providers are tried. A public key is not shown cash and external.",
  scope: 'payments:read',
  publicKey: true,
  status: 200,
  answer: Type.Object(
    { channels: Type.Array(PaymentWay, { description: 'Every way that is open now.' }), livemode: Livemode },
    { title: 'PaymentWays', description: 'The ways to pay.' },
  ),
  errors: [],
  example: {
    answer: {
      channels: [
        {
          channel: 'mobile_money',
          provider: 'test',
          currencies: ['SLE'],
          min_amount: 0.01,
          max_amount: 1_000_000,
          available: true,
          refunds: 'partial',
        },
      ],
      livemode: false,
    },
  },
});
