import { paymentChannels } from '@cottontree/contract';
import type { PaymentProvider } from '../provider.ts';
import { healthOf } from '../wire/health.ts';
import { askBank } from './ask-bank.ts';
import { cancelBankPayment, createBankPayment, fetchBankPayment, findBankPayment } from './bank-payments.ts';
import { fetchBankPayout, payOutByBank } from './bank-payouts.ts';
import { fetchBankRefund, sendBackByBank } from './bank-refunds.ts';
import { listBankTransactions } from './list-bank-transactions.ts';
import { readBankCallback } from './read-bank-callback.ts';

/** Anybody who speaks our own signed contract: a bank, a scheme of wallets, a gateway of one's own. */
export function createGenericHttp(): PaymentProvider {
  return {
    id: 'generic_http',
    capabilities: {
      channels: paymentChannels.filter((channel) => channel !== 'cash' && channel !== 'external'),
      currencies: null,
      refund: 'partial',
      cancel: true,
      callback: true,
      list: true,
      payout: true,
      minMinor: 1n,
      maxMinor: 999_999_999_999_999n,
      expirySeconds: [60, 86_400],
    },
    create: createBankPayment,
    findByAttempt: findBankPayment,
    fetch: fetchBankPayment,
    cancel: cancelBankPayment,
    refund: sendBackByBank,
    fetchRefund: fetchBankRefund,
    readCallback: readBankCallback,
    list: listBankTransactions,
    payout: payOutByBank,
    fetchPayout: fetchBankPayout,
    health: async (context) => healthOf(await askBank(context, { method: 'GET', path: '/health' })),
  };
}
