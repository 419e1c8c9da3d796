import type { PaymentProvider } from '../provider.ts';
import { healthOf } from '../wire/health.ts';
import { uuidOf } from '../wire/own-reference.ts';
import { createTokenMemory } from '../wire/tokens.ts';
import { askToken } from './ask-mtn.ts';
import { createMtnPayment } from './create-mtn-payment.ts';
import { fetchMtnPayment } from './fetch-mtn-payment.ts';
import { fetchMtnPayout, payOutByMtn } from './pay-out-by-mtn.ts';
import { readMtnCallback } from './read-mtn-callback.ts';
import { fetchMtnRefund, sendBackByMtn } from './send-back-by-mtn.ts';

/** MTN MoMo: the payer's phone is asked. A request cannot be called off, only time out. */
export function createMtnMomo(): PaymentProvider {
  const tokens = createTokenMemory();
  return {
    id: 'mtn_momo',
    capabilities: {
      channels: ['mobile_money'],
      currencies: null,
      refund: 'partial',
      cancel: false,
      callback: true,
      list: false,
      payout: true,
      minMinor: 1n,
      maxMinor: 10_000_000_000n,
      expirySeconds: [60, 3_600],
    },
    create: (context, wanted) => createMtnPayment(context, wanted, tokens),
    findByAttempt: (context, attemptId) => fetchMtnPayment(context, uuidOf(attemptId), tokens),
    fetch: (context, ref) => fetchMtnPayment(context, ref, tokens),
    refund: (context, wanted) => sendBackByMtn(context, wanted, tokens),
    fetchRefund: (context, ref) => fetchMtnRefund(context, ref, tokens),
    readCallback: (_context, callback) => readMtnCallback(callback),
    payout: (context, wanted) => payOutByMtn(context, wanted, tokens),
    fetchPayout: (context, ref) => fetchMtnPayout(context, ref, tokens),
    health: async (context) => healthOf(await askToken(context, 'collection')),
  };
}
