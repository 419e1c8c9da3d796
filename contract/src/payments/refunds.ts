import { Type } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountIn, Metadata, Text, TimeIn } from '../schema.ts';
import { Refund } from './schemas.ts';
import { refundStatuses } from './words.ts';

const PaymentOf = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the payment, pay_….' }),
});
const RefundOf = Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the refund, re_….' }) });

export const exampleRefund = {
  id: 're_01m7yp6q3vd1ksm4sz8hb2a9gt',
  payment_id: 'pay_01m7yp5q3vd1ksm4sz8hb2a9gt',
  status: 'succeeded',
  amount: 50,
  currency: 'SLE',
  reason: 'One of two shirts came back.',
  provider_ref: 'tp_re_1',
  failure: null,
  metadata: {},
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:14:02.000Z',
  succeeded_at: '2026-11-21T09:14:02.000Z',
  livemode: false,
  test: true,
} as const satisfies Refund;

const examplePending = {
  ...exampleRefund,
  status: 'pending',
  provider_ref: null,
  succeeded_at: null,
  updated_at: exampleRefund.created_at,
} as const;

export const createRefund = operation({
  id: 'createRefund',
  method: 'POST',
  path: '/payments/:id/refunds',
  tag: 'Payments',
  summary: 'Send money back',
  description:
    'All that is left of a payment, or a part of it; all refunds of a payment together never exceed it. What a sale or an invoice counts on is refunded there (POST /pos/sales/:id/refunds, POST /invoices/:id/credit-notes) and is a conflict here, so that neither falls behind. The provider is asked once the refund is written, and is asked again until it tells how it ended; cash and money by other ways count as handed back at once. Sends refund.created, then refund.succeeded or refund.failed.',
  scope: 'refunds:write',
  sessions: 'never',
  status: 201,
  params: PaymentOf,
  body: Type.Object(
    {
      amount: Type.Optional(
        AmountIn("What goes back, in the payment's currency; all that is left, if left out."),
      ),
      reason: Type.Optional(Text(500, 'Why, for your own books.')),
      metadata: Type.Optional(Metadata),
    },
    { title: 'CreateRefundBody', description: 'How much goes back, and why.' },
  ),
  bodyOptional: true,
  answer: Refund,
  errors: [
    'MEMBER_LIMIT_EXCEEDED',
    'AMOUNT_PRECISION',
    'PAYMENT_NOT_FOUND',
    'STATE_CONFLICT',
    'REFUND_EXCEEDS_PAYMENT',
    'REFUND_NOT_SUPPORTED',
  ],
  example: {
    params: { id: exampleRefund.payment_id },
    body: { amount: 50, reason: exampleRefund.reason },
    answer: examplePending,
  },
});

export const listPaymentRefunds = operation({
  id: 'listPaymentRefunds',
  method: 'GET',
  path: '/payments/:id/refunds',
  tag: 'Payments',
  summary: 'List the refunds of a payment',
  description: 'Newest first unless sorted otherwise.',
  scope: 'payments:read',
  list: true,
  status: 200,
  params: PaymentOf,
  query: ListQuery(sorts, {}),
  answer: Refund,
  errors: ['PAYMENT_NOT_FOUND'],
  example: { params: { id: exampleRefund.payment_id }, query: {}, answer: exampleRefund },
});

export const listRefunds = operation({
  id: 'listRefunds',
  method: 'GET',
  path: '/refunds',
  tag: 'Payments',
  summary: 'List refunds',
  description: 'Newest first unless sorted otherwise.',
  scope: 'payments:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(refundStatuses),
    payment_id: Type.Optional(Text(64, 'Those of this payment.')),
    updated_since: Type.Optional(TimeIn('Changed at or after.')),
  }),
  answer: Refund,
  errors: [],
  example: { query: { status: 'succeeded' }, answer: exampleRefund },
});

export const getRefund = operation({
  id: 'getRefund',
  method: 'GET',
  path: '/refunds/:id',
  tag: 'Payments',
  summary: 'Read a refund',
  scope: 'payments:read',
  status: 200,
  params: RefundOf,
  answer: Refund,
  errors: ['REFUND_NOT_FOUND'],
  example: { params: { id: exampleRefund.id }, answer: exampleRefund },
});
