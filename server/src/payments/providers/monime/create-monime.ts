import type { PaymentProvider } from '../provider.ts';
import { cancelMonimePayment } from './cancel-monime-payment.ts';
import { checkMonime } from './check-monime.ts';
import { createMonimePayment } from './create-monime-payment.ts';
import { fetchMonimePayment } from './fetch-monime-payment.ts';
import { fetchMonimePayout, payOutByMonime } from './pay-out-by-monime.ts';
import { listMonimePayments } from './list-monime-payments.ts';
import { readMonimeCallback } from './read-monime-callback.ts';

/** Monime of Sierra Leone: codes that any phone dials, a hosted checkout, money out. It has no refunds. */
export function createMonime(): PaymentProvider {
  return {
    id: 'monime',
    capabilities: {
      channels: ['mobile_money', 'qr', 'hosted', 'card'],
      currencies: ['SLE', 'USD'],
      refund: 'none',
      cancel: true,
      callback: true,
      list: true,
      payout: true,
      minMinor: 1n,
      maxMinor: 100_000_000_000n,
      expirySeconds: [60, 86_400],
    },
    create: createMonimePayment,
    fetch: fetchMonimePayment,
    cancel: cancelMonimePayment,
    readCallback: readMonimeCallback,
    list: listMonimePayments,
    payout: payOutByMonime,
    fetchPayout: fetchMonimePayout,
    health: checkMonime,
  };
}
