import { exampleLink, PaymentLink } from '../payments/link-schema.ts';
import { exampleAccount, ProviderAccountChanged } from '../payments/provider-accounts.ts';
import { examplePayout, Payout } from '../payments/payouts.ts';
import { exampleReconciliation, Reconciliation } from '../payments/reconciliation.ts';
import { exampleRefund } from '../payments/refunds.ts';
import { Refund } from '../payments/schemas.ts';
import type { EventDescription } from './event-description.ts';

const fresh = {
  status: 'pending',
  provider_ref: null,
  succeeded_at: null,
  updated_at: exampleRefund.created_at,
} as const;
const failure = { code: 'provider_error', message: 'The wallet is closed.' } as const;

function refund<const Kind extends string>(kind: Kind, summary: string, example: object) {
  return {
    kind,
    default: true,
    summary,
    data: Refund,
    example: { ...exampleRefund, ...example },
  } as const satisfies EventDescription;
}

function link<const Kind extends string>(kind: Kind, summary: string, example: object) {
  return {
    kind,
    default: true,
    summary,
    data: PaymentLink,
    example: { ...exampleLink, ...example },
  } as const satisfies EventDescription;
}

function payout<const Kind extends string>(kind: Kind, summary: string, example: object) {
  return {
    kind,
    default: true,
    summary,
    data: Payout,
    example: { ...examplePayout, ...example },
  } as const satisfies EventDescription;
}

/** What is told of refunds, links, payouts and reconciliation: `data.object` is what their GET answers. */
export const moneyEvents = {
  'refund.created': refund('refund.created', 'Money is to go back.', fresh),
  'refund.succeeded': refund('refund.succeeded', 'Money went back.', {}),
  'refund.failed': refund(
    'refund.failed',
    'The provider could not send the money back; it can be tried again.',
    { ...fresh, status: 'failed', failure },
  ),
  'payment_link.created': link('payment_link.created', 'A payment link was made.', {
    uses: 0,
    in_flight: 0,
    total_collected: 0,
  }),
  'payment_link.updated': link('payment_link.updated', 'A payment link was changed, switched off or on.', {}),
  'payment_link.completed': link('payment_link.completed', 'A payment link was used as often as it may be.', {
    status: 'completed',
    uses: 400,
    in_flight: 0,
    total_collected: 140_000,
  }),
  'payment_link.expired': link('payment_link.expired', "A payment link's time is over.", {
    status: 'expired',
  }),
  'payout.created': payout('payout.created', 'Money is to be paid out.', {}),
  'payout.paid': payout('payout.paid', 'Money was paid out.', {
    status: 'paid',
    reference: 'TRF-88123',
    paid_at: '2026-11-21T11:00:00.000Z',
  }),
  'payout.failed': payout('payout.failed', 'Money could not be paid out and is available again.', {
    status: 'failed',
    failure,
  }),
  'provider_account.changed': {
    kind: 'provider_account.changed',
    default: false,
    summary:
      'An account with a payment provider was connected, or leads elsewhere now: its address, its credentials or where its payouts go.',
    data: ProviderAccountChanged,
    example: {
      provider_account_id: exampleAccount.id,
      provider: 'monime',
      name: exampleAccount.name,
      changes: ['address', 'credentials'],
      key_id: 'key_01m7yp4pv0fhb94kz68t4m6rpe',
      changed_at: '2026-11-21T09:14:00.000Z',
    },
  },
  'reconciliation.mismatch': {
    kind: 'reconciliation.mismatch',
    default: true,
    summary: "A provider's bookings and our payments differ.",
    data: Reconciliation,
    example: exampleReconciliation,
  },
} as const;
