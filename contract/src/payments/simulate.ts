import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { OneOf } from '../schema.ts';
import { examplePaymentId, exampleSucceededPayment } from './examples.ts';
import { PaymentParams } from './payments.ts';
import { Payment } from './schemas.ts';
import { paymentFailureCodes } from './words.ts';

/** What the test provider can be made to say of a payment. */
export const simulatedOutcomes = Object.freeze([
  'succeed',
  'fail',
  'expire',
  'cancel',
  'processing',
  'succeed_late',
  'wrong_amount',
] as const);
export type SimulatedOutcome = (typeof simulatedOutcomes)[number];

export const simulatePayment = operation({
  id: 'simulatePayment',
  method: 'POST',
  path: '/test/payments/:id/simulate',
  tag: 'Test mode',
  summary: 'Decide a test payment',
  description:
    'Makes the test provider say so, and takes its word as that of any provider. succeed_late lets the payment expire first and then proves the money; wrong_amount holds the payment for review. A payment of another provider is refused.',
  scope: 'payments:write',
  testOnly: true,
  status: 200,
  params: PaymentParams,
  body: Type.Object({
    outcome: OneOf(simulatedOutcomes),
    failure_code: Type.Optional(OneOf(paymentFailureCodes, 'For fail; default declined.')),
  }),
  answer: Payment,
  errors: ['PAYMENT_NOT_FOUND', 'STATE_CONFLICT'],
  example: {
    params: { id: examplePaymentId },
    body: { outcome: 'succeed' },
    answer: exampleSucceededPayment,
  },
});
