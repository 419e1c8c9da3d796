import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { AmountIn, OneOf, Text } from '../schema.ts';
import { examplePayment } from './examples.ts';
import { CustomFieldAnswers, examplePublicLink, PublicPaymentLink } from './link-schema.ts';
import { Payment } from './schemas.ts';
import { testCards } from './test-numbers.ts';
import { paymentChannels, paymentProviders } from './words.ts';

const LinkAt = Type.Object({
  slug: Type.String({
    minLength: 1,
    maxLength: 64,
    description: "The last part of the link's url, or the link's id.",
  }),
});
const exampleAt = { slug: examplePublicLink.slug };

export const getPublicPaymentLink = operation({
  id: 'getPublicPaymentLink',
  method: 'GET',
  path: '/public/payment-links/:slug',
  tag: 'Payments',
  summary: 'Read a payment link as its payers do',
  scope: 'payment_links:read',
  publicKey: true,
  status: 200,
  params: LinkAt,
  answer: PublicPaymentLink,
  errors: ['PAYMENT_LINK_NOT_FOUND'],
  example: { params: exampleAt, answer: examplePublicLink },
});

export const payPaymentLink = operation({
  id: 'payPaymentLink',
  method: 'POST',
  path: '/public/payment-links/:slug/payments',
  tag: 'Payments',
  summary: 'Begin to pay at a payment link',
  description:
    'Takes a use of the link for as long as the payment is under way, so that of two payers only one gets the last; a payment that ends otherwise gives it back. Money that comes after its use was given to somebody else goes back by itself.',
  scope: 'payments:write',
  publicKey: true,
  status: 201,
  params: LinkAt,
  body: Type.Object(
    {
      amount: Type.Optional(AmountIn('Of open links only, where it is needed.')),
      channel: Type.Optional(
        OneOf(paymentChannels, 'How the payer pays; hosted, if left out. Not cash or external.'),
      ),
      provider: Type.Optional(
        OneOf(paymentProviders, 'Through whom; left out: the service chooses one that takes the channel.'),
      ),
      phone: Type.Optional(
        Text(40, 'Whose wallet is asked; needed for mobile_money unless the payer gives a phone.'),
      ),
      customer: Type.Optional(
        Type.Object(
          {
            name: Type.Optional(Text(120, 'As it stands on the receipt.')),
            phone: Type.Optional(Text(40, 'Whose wallet pays, where a wallet does; E.164 or local.')),
            email: Type.Optional(
              Type.String({
                description: 'Where the receipt goes.',
                minLength: 3,
                maxLength: 254,
                pattern: '^[^@\\s]+@[^@\\s]+$',
              }),
            ),
          },
          { description: 'What the link asks for.' },
        ),
      ),
      note: Type.Optional(Text(500, 'Where the link asks for it.')),
      custom_fields: Type.Optional(CustomFieldAnswers),
      test_card: Type.Optional(
        OneOf(
          testCards.map(({ card }) => card) as [string, ...string[]],
          'Only of test links: how the card behaves.',
        ),
      ),
    },
    { title: 'PayPaymentLinkBody', description: 'What the payer gives.' },
  ),
  answer: Payment,
  errors: [
    'AMOUNT_PRECISION',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'INVALID_PHONE',
    'CHANNEL_NOT_AVAILABLE',
    'TEST_ONLY',
    'PROVIDER_UNAVAILABLE',
    'PAYMENT_LINK_NOT_FOUND',
    'LINK_USED_UP',
    'LINK_EXPIRED',
    'LINK_INACTIVE',
  ],
  example: {
    params: exampleAt,
    body: {
      channel: 'mobile_money',
      customer: { name: 'Fatmata Koroma', phone: '+23200000001' },
      custom_fields: { pupil: 'Isata Koroma' },
    },
    answer: {
      ...examplePayment,
      amount: 350,
      amount_source: 'client',
      payment_link_id: 'plink_01m7yp6q3vd1ksm4sz8hb2a9gt',
    },
  },
});
