import { examplePayment, exampleSucceededPayment } from '../payments/examples.ts';
import { Payment } from '../payments/schemas.ts';
import type { EventDescription } from './event-description.ts';

const none = exampleSucceededPayment.next_action;
const ended = { ...examplePayment, version: 3, client_secret: null, next_action: none };

/** `data.object` is the payment as getPayment answers it, without its client_secret. */
function about<const Kind extends string>(
  kind: Kind,
  summary: string,
  example: Readonly<Record<string, unknown>>,
) {
  return {
    kind,
    default: true,
    summary,
    data: Payment,
    example: { ...examplePayment, client_secret: null, ...example },
  } as const satisfies EventDescription;
}

export const paymentEvents = {
  'payment.created': about('payment.created', 'Money was asked for.', {
    version: 1,
    status: 'created',
    provider_ref: null,
    next_action: none,
  }),
  'payment.requires_action': about('payment.requires_action', 'The payer has to do something.', {}),
  'payment.processing': about('payment.processing', 'The provider is at it.', {
    status: 'processing',
    next_action: { ...none, type: 'wait' },
  }),
  'payment.succeeded': about(
    'payment.succeeded',
    'The money is there; `late` where the payment had ended otherwise before.',
    { ...exampleSucceededPayment, client_secret: null },
  ),
  'payment.failed': about('payment.failed', 'The money does not come; failure says why.', {
    ...ended,
    status: 'failed',
    failure: { code: 'insufficient_funds', message: 'The wallet has too little money.' },
  }),
  'payment.cancelled': about('payment.cancelled', 'Nobody wants the money any more.', {
    ...ended,
    status: 'cancelled',
  }),
  'payment.expired': about('payment.expired', 'Its time was over before anybody paid.', {
    ...ended,
    status: 'expired',
  }),
  'payment.review_required': about(
    'payment.review_required',
    'What the provider says does not fit; a person has to look.',
    {
      status: 'processing',
      next_action: { ...none, type: 'wait' },
      review: {
        reason: 'The provider says 1.00 SLE instead of 150.00 SLE.',
        since: '2026-11-21T09:14:05.000Z',
      },
    },
  ),
} as const;
