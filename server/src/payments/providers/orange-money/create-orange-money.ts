import type { PaymentProvider } from '../provider.ts';
import { healthOf } from '../wire/health.ts';
import { createTokenMemory } from '../wire/tokens.ts';
import { askToken } from './ask-orange.ts';
import { createOrangePayment } from './create-orange-payment.ts';
import { fetchOrangePayment } from './fetch-orange-payment.ts';
import { readOrangeCallback } from './read-orange-callback.ts';

/** Orange Money's web payment. It has neither refunds nor a way to call a payment off; its pages end by themselves after some minutes. */
export function createOrangeMoney(): PaymentProvider {
  const tokens = createTokenMemory();
  return {
    id: 'orange_money',
    capabilities: {
      channels: ['mobile_money', 'hosted', 'qr'],
      currencies: ['SLE', 'XOF', 'GNF', 'LRD'],
      refund: 'none',
      cancel: false,
      callback: true,
      list: false,
      payout: false,
      minMinor: 100n,
      maxMinor: 10_000_000_000n,
      expirySeconds: [60, 600],
    },
    create: (context, wanted) => createOrangePayment(context, wanted, tokens),
    fetch: (context, ref) => fetchOrangePayment(context, ref, tokens),
    readCallback: (_context, callback) => readOrangeCallback(callback),
    health: async (context) => healthOf(await askToken(context)),
  };
}
