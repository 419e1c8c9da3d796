import { randomUUID } from 'node:crypto';
import type { Client } from '@cottontree/client';
import type { EventKind, SimulatedOutcome } from '@cottontree/contract';
import { MADE_BY, REASON, type Recipe, type Triggered } from './recipe.ts';

/** Wallets of the test provider: one that never answers by itself, and one to which no money can be sent back. */
const WAITS = '+23200000010';
const KEEPS_REFUNDS = '+23200000009';
/** A card that wants its holder on a page. */
const CARD_WITH_PAGE = '4000002500003155';
const OPERATOR_DECIDES =
  'It happens when an operator of the platform says what became of a payout: make one, and sign in to decide it.';

/** How the kinds about money come about. */
export const paymentRecipes = {
  'payment.created': async (client) => ask(client),
  'payment.requires_action': async (client) => {
    const { data } = await client.createPayment({
      body: { amount: 150, channel: 'card', test_card: CARD_WITH_PAGE, metadata: MADE_BY },
    });
    return {
      did: [`Asked for the payment ${data.id} by a card that wants its holder on a page.`],
      payment_id: data.id,
    };
  },
  'payment.processing': (client) => decide(client, 'processing'),
  'payment.succeeded': (client) => decide(client, 'succeed'),
  'payment.failed': (client) => decide(client, 'fail'),
  'payment.cancelled': async (client) => {
    const { did, payment_id } = await ask(client);
    await client.cancelPayment({ params: { id: payment_id } });
    return { did: [...did, 'Cancelled it.'], payment_id };
  },
  'payment.expired': (client) => decide(client, 'expire'),
  'payment.review_required': (client) => decide(client, 'wrong_amount'),
  'refund.created': (client) => refund(client),
  'refund.succeeded': (client) => refund(client),
  'refund.failed': (client) => refund(client, KEEPS_REFUNDS),
  'payment_link.created': (client) => makeLink(client),
  'payment_link.updated': async (client) => {
    const { did, payment_link_id } = await makeLink(client);
    await client.updatePaymentLink({
      params: { id: payment_link_id },
      body: { title: 'School fees, second term' },
    });
    return { did: [...did, 'Gave it another title.'], payment_link_id };
  },
  'payment_link.completed': async (client) => {
    const { did, payment_link_id } = await makeLink(client, { max_uses: 1 });
    const { payment_id } = await decide(client, 'succeed', { payment_link_id });
    return { did: [...did, 'Paid by it as often as it may be.'], payment_link_id, payment_id };
  },
  'payment_link.expired': async (client) => {
    const { did, payment_link_id } = await makeLink(client, { expires_in: 60 });
    return { did: [...did, 'Its time is over in a minute.'], payment_link_id };
  },
  'payout.created': async (client) => {
    const { did, payment_id } = await decide(client, 'succeed');
    const { data } = await client.createPayout({ body: { amount: 1, description: REASON } });
    return { did: [...did, `Asked for the payout ${data.id}.`], payment_id, payout_id: data.id };
  },
  'payout.paid': OPERATOR_DECIDES,
  'payout.failed': OPERATOR_DECIDES,
  'provider_account.changed':
    'It happens when an account of yours with a provider is connected, or led elsewhere.',
  'reconciliation.mismatch': async (client) => {
    const { data } = await client.createReconciliation({
      body: {
        provider: 'manual',
        transactions: [{ provider_ref: `TRF-${randomUUID()}`, amount: 1, at: '2020-01-01' }],
      },
    });
    return {
      did: [`Reconciled a booking that nobody here knows, ${data.id}.`],
      reconciliation_id: data.id ?? '',
    };
  },
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

type Paid = Triggered & { readonly payment_id: string };
type Asked = { readonly phone?: string; readonly payment_link_id?: string };

async function ask(client: Client, { phone = WAITS, ...more }: Asked = {}): Promise<Paid> {
  const { data } = await client.createPayment({
    body: { amount: 150, channel: 'mobile_money', customer: { phone }, metadata: MADE_BY, ...more },
  });
  return { did: [`Asked for the payment ${data.id}.`], payment_id: data.id };
}

async function decide(client: Client, outcome: SimulatedOutcome, asked: Asked = {}): Promise<Paid> {
  const { did, payment_id } = await ask(client, asked);
  await client.simulatePayment({ params: { id: payment_id }, body: { outcome } });
  return { did: [...did, `Let the test provider say: ${outcome.replaceAll('_', ' ')}.`], payment_id };
}

async function refund(client: Client, phone = WAITS): Promise<Triggered> {
  const { did, payment_id } = await decide(client, 'succeed', { phone });
  const { data } = await client.createRefund({ params: { id: payment_id }, body: { reason: REASON } });
  return { did: [...did, `Sent the money back by ${data.id}.`], payment_id, refund_id: data.id };
}

async function makeLink(
  client: Client,
  more: { readonly max_uses?: number; readonly expires_in?: number } = {},
): Promise<Triggered & { readonly payment_link_id: string }> {
  const { data } = await client.createPaymentLink({
    body: { title: 'School fees', amount: 150, metadata: MADE_BY, ...more },
  });
  return { did: [`Made the payment link ${data.id}.`], payment_link_id: data.id };
}
