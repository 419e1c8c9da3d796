import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { AmountIn, AmountOut, FileBytes, Nullable, OneOf, shownMode, Text, TimeOut } from '../schema.ts';
import { CurrencyOut } from './schemas.ts';
import { latePolicies, qrKinds } from './setting-words.ts';

const EmvSettings = Type.Object(
  {
    template_id: Type.Integer({
      minimum: 26,
      maximum: 51,
      description: 'Where the account information stands in the code.',
    }),
    guid: Type.String({
      minLength: 1,
      maxLength: 32,
      pattern: '^[ -~]+$',
      description: 'Whose account information it is, as your acquirer says.',
    }),
    account_id: Type.String({
      minLength: 1,
      maxLength: 55,
      pattern: '^[ -~]+$',
      description: 'Your account there.',
    }),
    mcc: Type.String({ pattern: '^[0-9]{4}$', description: 'Merchant category code (ISO 18245).' }),
    city: Text(60, 'Shortened to 15 characters in the code.'),
    merchant_name: Text(60, 'Shortened to 25 characters in the code.'),
  },
  { title: 'EmvSettings', description: 'What your acquirer gave you to be paid by EMVCo codes.' },
);
export type EmvSettings = Static<typeof EmvSettings>;

const fields = {
  late_success_policy: OneOf(
    latePolicies,
    'What becomes of money that comes after its payment has ended otherwise and nothing it is for decides: accept it, refund it, or leave it for a person to look at.',
  ),
  require_signed_amounts: Type.Boolean({
    description: 'Whether a page with a public key may only ask for amounts that your server has signed.',
  }),
  qr_kind: OneOf(
    qrKinds,
    'What QR codes say: our page (any camera), an EMVCo payload (wallets; needs emv), or a USSD code to dial where the provider gives one.',
  ),
};

export const PaymentSettings = Type.Object(
  {
    ...fields,
    emv: Nullable(EmvSettings, 'What QR codes of the EMVCo kind say of the merchant; null: no such codes.'),
    ...shownMode,
    updated_at: Nullable(TimeOut('When it was last changed; null: never.')),
  },
  { title: 'PaymentSettings', description: 'How money comes in, for the mode of the key.' },
);
export type PaymentSettings = Static<typeof PaymentSettings>;

const exampleSettings = {
  late_success_policy: 'accept',
  require_signed_amounts: true,
  qr_kind: 'emv',
  emv: {
    template_id: 26,
    guid: 'sl.example.pay',
    account_id: '0077123456',
    mcc: '5411',
    city: 'Freetown',
    merchant_name: 'Aminata Stores',
  },
  livemode: true,
  test: false,
  updated_at: '2026-11-21T09:14:00.000Z',
} as const satisfies PaymentSettings;

export const getPaymentSettings = operation({
  id: 'getPaymentSettings',
  method: 'GET',
  path: '/payments/settings',
  tag: 'Payments',
  summary: 'Read the settings of payments',
  scope: 'payments:read',
  status: 200,
  answer: PaymentSettings,
  errors: [],
  example: { answer: exampleSettings },
});

export const updatePaymentSettings = operation({
  id: 'updatePaymentSettings',
  method: 'PATCH',
  path: '/payments/settings',
  tag: 'Payments',
  summary: 'Change the settings of payments',
  description:
    'For the mode of the key. What is left out stays. It says into whose account payers pay and whether pages may name amounts, so it takes another right than taking a payment.',
  scope: 'payment_providers:write',
  status: 200,
  body: Type.Object(
    {
      late_success_policy: Type.Optional(fields.late_success_policy),
      require_signed_amounts: Type.Optional(fields.require_signed_amounts),
      qr_kind: Type.Optional(fields.qr_kind),
      emv: Type.Optional(
        Nullable(EmvSettings, 'What QR codes of the EMVCo kind say of you; null: no such codes.'),
      ),
    },
    { title: 'UpdatePaymentSettingsBody', description: 'What is to change.' },
  ),
  readOnly: ['livemode', 'test', 'updated_at'],
  answer: PaymentSettings,
  errors: ['PRECONDITION_FAILED'],
  example: {
    body: { require_signed_amounts: true, qr_kind: 'emv', emv: exampleSettings.emv },
    answer: exampleSettings,
  },
});

export const SignedAmount = Type.Object(
  {
    token: Type.String({ description: 'Hand it to the page; it goes back as amount_token.' }),
    amount: AmountOut('What may be asked for with it.'),
    currency: CurrencyOut,
    reference: Nullable(Type.String({ description: 'Your own name for what is paid; null: none.' })),
    expires_at: TimeOut('When it stops holding.'),
  },
  { title: 'SignedAmount', description: 'An amount that a page can ask for but not change.' },
);
export type SignedAmount = Static<typeof SignedAmount>;

export const createSignedAmount = operation({
  id: 'createSignedAmount',
  method: 'POST',
  path: '/payments/signed-amounts',
  tag: 'Payments',
  summary: 'Sign an amount for a page',
  description:
    'A page with a public key sends the token as amount_token when it creates a payment, which then is for this amount, currency and reference and no other. It can be used until it expires; what may be paid only once belongs into a payment link or an order.',
  scope: 'payments:write',
  reads: true,
  status: 200,
  body: Type.Object(
    {
      amount: AmountIn('Above 0.'),
      currency: Type.Optional(CurrencyOut),
      reference: Type.Optional(Text(64, 'The payment has to carry the same reference.')),
      expires_in: Type.Optional(
        Type.Integer({ minimum: 60, maximum: 86_400, default: 3_600, description: 'Seconds.' }),
      ),
    },
    { title: 'CreateSignedAmountBody', description: 'The amount to be signed.' },
  ),
  answer: SignedAmount,
  errors: ['AMOUNT_PRECISION'],
  example: {
    body: { amount: 150.5, currency: 'SLE', reference: 'ORD-1042' },
    answer: {
      token: 'sa1.eyJtIjoibWNoXzAxbTd5cDRodm01azNmOHpxMWQyYzRiNmE3In0.Zm9yIGV4YW1wbGU',
      amount: 150.5,
      currency: 'SLE',
      reference: 'ORD-1042',
      expires_at: '2026-11-21T10:14:00.000Z',
    },
  },
});

export const getPaymentQr = operation({
  id: 'getPaymentQr',
  method: 'GET',
  path: '/payments/:id/qr.svg',
  tag: 'Payments',
  summary: "Get a payment's QR code",
  description:
    'As a picture, for payments that wait for their payer. qr_kind of the settings says what it holds.',
  scope: 'payments:read',
  binary: { type: 'image/svg+xml' },
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the payment, pay_….' }) }),
  answer: FileBytes,
  errors: ['PAYMENT_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: 'pay_01m7yp5q3vd1ksm4sz8hb2a9gt' },
    answer: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33">…</svg>',
  },
});
