import { outcomeSynonyms, readOutcome, simulatedOutcomes } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const STATUSES: Readonly<Record<string, string>> = {
  succeeded_late: 'succeeded',
  wrong_amount: 'processing',
};

test.each(simulatedOutcomes)('%s makes of a payment what it says', async (outcome) => {
  const { data } = await shop.client.createPayment({
    body: { amount: 5, channel: 'mobile_money', customer: { phone: '+23200000010' } },
  });
  const word = readOutcome(outcome);
  expect(
    (await shop.client.simulatePayment({ params: { id: data.id }, body: { outcome } })).data,
  ).toMatchObject({ status: STATUSES[word] ?? word, late: word === 'succeeded_late' });
  expect(Object.hasOwn(outcomeSynonyms, outcome)).toBe(word !== outcome);
});
