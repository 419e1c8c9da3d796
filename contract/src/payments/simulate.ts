import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { OneOf } from '../schema.ts';
import { examplePaymentId, exampleSucceededPayment } from './examples.ts';
import { PaymentParams } from './payments.ts';
import { Payment } from './schemas.ts';
import { paymentFailureCodes } from './words.ts';

/** What the test provider can be made to say of a payment: the status that it then has, or one of two ways to it. */
export const decidedOutcomes = Object.freeze([
  'succeeded',
  'failed',
  'expired',
  'cancelled',
  'processing',
  'succeeded_late',
  'wrong_amount',
] as const);
export type DecidedOutcome = (typeof decidedOutcomes)[number];

/** The words before, taken for them until /v2. */
export const outcomeSynonyms = Object.freeze({
  succeed: 'succeeded',
  fail: 'failed',
  expire: 'expired',
  cancel: 'cancelled',
  succeed_late: 'succeeded_late',
} as const satisfies Readonly<Record<string, DecidedOutcome>>);

export const simulatedOutcomes = Object.freeze([
  ...decidedOutcomes,
  ...(Object.keys(outcomeSynonyms) as (keyof typeof outcomeSynonyms)[]),
] as const);
export type SimulatedOutcome = (typeof simulatedOutcomes)[number];

/** The one word for an outcome. */
export function readOutcome(word: SimulatedOutcome): DecidedOutcome {
  return Object.hasOwn(outcomeSynonyms, word)
    ? outcomeSynonyms[word as keyof typeof outcomeSynonyms]
    : (word as DecidedOutcome);
}

export const simulatePayment = operation({
  id: 'simulatePayment',
  method: 'POST',
  path: '/test/payments/:id/simulate',
  tag: 'Test mode',
  summary: 'Decide a test payment',
  description:
    'Makes the test provider say so, and takes its word as that of any provider. succeeded_late lets the payment expire first and then proves the money; wrong_amount holds the payment for review. A payment of another provider is refused. succeed, fail, expire, cancel and succeed_late mean the same and are taken until /v2.',
  scope: 'payments:write',
  testOnly: true,
  status: 200,
  params: PaymentParams,
  body: Type.Object({
    outcome: OneOf(simulatedOutcomes, 'How the test payment is to end.'),
    failure_code: Type.Optional(OneOf(paymentFailureCodes, 'For failed; default declined.')),
  }),
  answer: Payment,
  errors: ['PAYMENT_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: examplePaymentId },
    body: { outcome: 'succeeded' },
    answer: exampleSucceededPayment,
  },
});
