import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountIn, AmountOut, Nullable, OneOf, shownMode, Text, TimeIn, TimeOut } from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';
import { CurrencyOut, PaymentFailure } from './schemas.ts';
import { paymentProviders } from './words.ts';
import { statusesOf } from '../statuses.ts';

export const payoutStatuses = /* @__PURE__ */ statusesOf('payout');
export type PayoutStatus = (typeof payoutStatuses)[number];

const PayoutOf = Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the payout, po_….' }) });
const Destination = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 10,
  propertyNames: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' },
  additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
  description:
    "Where the money goes, in the provider's words: phone, or bank, account_number and account_name.",
});

export const Payout = Type.Object(
  {
    id: Type.String({ description: '`po_…`' }),
    status: OneOf(payoutStatuses, 'How far the money is.'),
    amount: AmountOut('What is paid out.'),
    currency: CurrencyOut,
    provider: OneOf(paymentProviders, 'With whom the money lies.'),
    destination: Destination,
    description: Nullable(Type.String({ description: 'For people; null: none.' })),
    reference: Nullable(Type.String({ description: 'What whoever paid it calls it; null: none.' })),
    by_hand: Type.Boolean({
      description: 'The provider pays nothing out by itself: an operator does, and says so.',
    }),
    failure: Nullable(PaymentFailure, 'Why the money did not go out; null: it did, or is on its way.'),
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    paid_at: Nullable(TimeOut('When it was paid in full; null: not yet.')),
  },
  { title: 'Payout', description: 'Money on its way from a provider to its merchant.' },
);
export type Payout = Static<typeof Payout>;

export const DispatchPayout = Type.Object(
  { ...Payout.properties, merchant_id: Type.String({ description: '`mch_…`, who gets it.' }) },
  { title: 'DispatchPayout', description: "A payout as the platform's operators see it." },
);
export type DispatchPayout = Static<typeof DispatchPayout>;

export const examplePayout = {
  id: 'po_01m7yp6q3vd1ksm4sz8hb2a9gt',
  status: 'pending',
  amount: 2_500,
  currency: 'SLE',
  provider: 'monime',
  destination: { phone: '+23276123456' },
  description: 'Week 47',
  reference: null,
  by_hand: false,
  failure: null,
  livemode: true,
  test: false,
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:14:00.000Z',
  paid_at: null,
} as const satisfies Payout;
const examplePaid = {
  ...examplePayout,
  status: 'paid',
  reference: 'TRF-88123',
  updated_at: '2026-11-21T11:00:00.000Z',
  paid_at: '2026-11-21T11:00:00.000Z',
} as const;
const exampleByHand = {
  ...examplePaid,
  by_hand: true,
  merchant_id: 'mch_01m7yp4hvm5k3f8zq1d2c4b6a7',
} as const;

export const createPayout = operation({
  id: 'createPayout',
  method: 'POST',
  path: '/payouts',
  tag: 'Payments',
  summary: 'Pay out',
  description:
    'Money that lies with a provider, at most what the balance says is available there. Where the provider pays out by itself it is asked once the payout is written; else an operator of the platform pays and says so. Sends payout.created, then payout.paid or payout.failed.',
  scope: 'payouts:write',
  status: 201,
  body: Type.Object(
    {
      amount: AmountIn('Above 0.'),
      currency: Type.Optional(CurrencyOut),
      provider: Type.Optional(
        OneOf(paymentProviders, 'With whom it lies; the one with the most in that currency, if left out.'),
      ),
      destination: Type.Optional(Destination),
      description: Type.Optional(Text(200, 'For people, up to 200 characters.')),
    },
    { title: 'CreatePayoutBody', description: 'How much is paid out, and where to.' },
  ),
  answer: Payout,
  errors: ['AMOUNT_PRECISION', 'BALANCE_TOO_LOW'],
  example: {
    body: {
      amount: 2_500,
      currency: 'SLE',
      provider: 'monime',
      destination: { phone: '+23276123456' },
      description: 'Week 47',
    },
    answer: examplePayout,
  },
});

const PayoutFilter = { status: SeveralOf(payoutStatuses) };

export const listPayouts = operation({
  id: 'listPayouts',
  method: 'GET',
  path: '/payouts',
  tag: 'Payments',
  summary: 'List payouts',
  description: 'Newest first unless sorted otherwise.',
  scope: 'ledger:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    ...PayoutFilter,
    updated_since: Type.Optional(TimeIn('Changed at or after.')),
  }),
  answer: Payout,
  errors: [],
  example: { query: { status: 'paid' }, answer: examplePaid },
});

export const getPayout = operation({
  id: 'getPayout',
  method: 'GET',
  path: '/payouts/:id',
  tag: 'Payments',
  summary: 'Read a payout',
  scope: 'ledger:read',
  status: 200,
  params: PayoutOf,
  answer: Payout,
  errors: ['PAYOUT_NOT_FOUND'],
  example: { params: { id: examplePayout.id }, answer: examplePaid },
});

export const listDispatchPayouts = operation({
  id: 'listDispatchPayouts',
  method: 'GET',
  path: '/dispatch/payouts',
  tag: 'Payments',
  summary: 'List payouts of all merchants',
  description: "Newest first unless sorted otherwise. A merchant's key sees its own.",
  scope: 'payouts:write',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    ...PayoutFilter,
    livemode: Type.Optional(Type.Boolean({ description: 'Only live, or only test data.' })),
  }),
  answer: DispatchPayout,
  errors: [],
  example: {
    query: { status: 'pending' },
    answer: { ...exampleByHand, status: 'pending', reference: null, paid_at: null },
  },
});

export const markPayoutPaid = operation({
  id: 'markPayoutPaid',
  method: 'POST',
  path: '/dispatch/payouts/:id/mark-paid',
  tag: 'Payments',
  summary: 'Say that a payout was paid',
  description:
    "Only for the platform's operators, and only for payouts that are paid by hand. One that is marked already is answered again.",
  scope: 'payouts:write',
  by: 'dispatcher',
  status: 200,
  params: PayoutOf,
  body: Type.Object(
    { reference: Text(64, 'Number of the transfer.') },
    { title: 'MarkPayoutPaidBody', description: 'How the transfer is found again.' },
  ),
  answer: DispatchPayout,
  errors: ['OPERATORS_ONLY', 'PAYOUT_NOT_FOUND', 'STATE_CONFLICT'],
  example: { params: { id: examplePayout.id }, body: { reference: 'TRF-88123' }, answer: exampleByHand },
});

export const failPayout = operation({
  id: 'failPayout',
  method: 'POST',
  path: '/dispatch/payouts/:id/fail',
  tag: 'Payments',
  summary: 'Say that a payout cannot be paid',
  description:
    "Only for the platform's operators, and only for payouts that are paid by hand. The money is available again.",
  scope: 'payouts:write',
  by: 'dispatcher',
  status: 200,
  params: PayoutOf,
  body: Type.Object(
    { reason: Text(500, 'Why, for the merchant.') },
    { title: 'FailPayoutBody', description: 'Why it cannot be paid.' },
  ),
  answer: DispatchPayout,
  errors: ['OPERATORS_ONLY', 'PAYOUT_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: examplePayout.id },
    body: { reason: 'The account number does not exist.' },
    answer: {
      ...exampleByHand,
      status: 'failed',
      reference: null,
      paid_at: null,
      failure: { code: 'declined', message: 'The account number does not exist.' },
    },
  },
});
