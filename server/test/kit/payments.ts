import type { CreatePaymentBody, Payment } from '@cottontree/contract';
import { expect } from 'vitest';
import { verifyLedger } from '../../src/modules/ledger/index.ts';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import type { TestMerchant, TestService } from './service.ts';

/** A merchant's payments, as tests speak of them. */
export type Till = {
  /** Asks a wallet for 150; the phone says what comes of it. */
  readonly ask: (phone: string, more?: Partial<CreatePaymentBody>) => Promise<Payment>;
  readonly read: (id: string) => Promise<Payment>;
  /** Lets time pass, with all that falls due. */
  readonly wait: (seconds: number) => Promise<void>;
  /** What was told of a payment, in order. */
  readonly told: (id: string) => Promise<readonly string[]>;
  /** What the ledger says of it: account and amount. */
  readonly posted: (id: string) => Promise<readonly (readonly [string, number])[]>;
};

/** Opens a till; every service's books are whole whenever `told` or `posted` is asked. */
export function openTill(service: TestService, shop: TestMerchant): Till {
  return {
    ask: async (phone, more = {}) =>
      (
        await shop.client.createPayment({
          body: { amount: 150, channel: 'mobile_money', customer: { phone }, ...more },
        })
      ).data,
    read: async (id) => (await shop.client.getPayment({ params: { id }, query: {} })).data,
    async wait(seconds) {
      service.advance(seconds * 1_000);
      await service.drain();
    },
    async told(id) {
      await service.drain();
      const rows = await service.query(
        'SELECT event FROM webhook_messages WHERE entity = $1 ORDER BY created_at, id',
        [id],
      );
      return rows.map(({ event }) => String(event).replace('payment.', '')).toSorted();
    },
    async posted(id) {
      const { data } = await shop.client.listLedgerEntries({ query: { subject: id } });
      return data
        .map(({ account, amount }) => [account, amount] as const)
        .toSorted(([one], [other]) => one.localeCompare(other));
    },
  };
}

/** What a success of 150 through the test provider writes. */
export const PAID = Object.freeze([
  ['provider_clearing:test', 150],
  ['sales', -150],
] as const);

/** Nothing that is promised of payments and the ledger is broken. */
export async function expectWholeBooks(service: TestService): Promise<void> {
  const connection = service.server.runtime.ownerConnection;
  expect([
    ...(await readSnapshot(connection, verifyPayments)),
    ...(await readSnapshot(connection, verifyLedger)),
  ]).toEqual([]);
}
