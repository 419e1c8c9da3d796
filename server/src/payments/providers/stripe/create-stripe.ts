import type { PaymentProvider } from '../provider.ts';
import { healthOf } from '../wire/health.ts';
import { askStripe } from './ask-stripe.ts';
import { createStripePayment } from './create-stripe-payment.ts';
import { cancelStripePayment, fetchStripePayment } from './fetch-stripe-payment.ts';
import { listStripePayments } from './list-stripe-payments.ts';
import { readStripeCallback } from './read-stripe-callback.ts';
import { fetchStripeRefund, sendBackByStripe } from './send-back-by-stripe.ts';

/** Stripe's hosted page. TND is left out: Stripe takes it in steps of ten millimes only. */
export function createStripe(): PaymentProvider {
  return {
    id: 'stripe',
    capabilities: {
      channels: ['card', 'hosted', 'qr'],
      currencies: ['SLE', 'EUR', 'GBP', 'GMD', 'GNF', 'LRD', 'NGN', 'USD', 'XOF'],
      refund: 'partial',
      cancel: true,
      callback: true,
      list: true,
      payout: false,
      minMinor: 50n,
      maxMinor: 99_999_999n,
      expirySeconds: [60, 79_200],
    },
    create: createStripePayment,
    fetch: fetchStripePayment,
    cancel: cancelStripePayment,
    refund: sendBackByStripe,
    fetchRefund: fetchStripeRefund,
    readCallback: readStripeCallback,
    list: listStripePayments,
    health: async (context) => healthOf(await askStripe(context, { method: 'GET', path: 'balance' })),
  };
}
