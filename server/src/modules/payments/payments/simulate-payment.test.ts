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

test.each([
  ['the same', ['succeeded']],
  ['something different', ['failed', 'cancelled', 'expired']],
] as const)('of many who decide %s at once one does, and the others are refused', async (_what, outcomes) => {
  const { data } = await shop.client.createPayment({
    body: { amount: 5, channel: 'mobile_money', customer: { phone: '+23200000010' } },
  });
  const params = { id: data.id };
  const wanted = Array.from({ length: 12 }, (_, n) => outcomes[n % outcomes.length] ?? 'succeeded');
  const ended = await Promise.allSettled(
    wanted.map((outcome) => shop.client.simulatePayment({ params, body: { outcome } })),
  );
  const done = ended.flatMap((one, n) => (one.status === 'fulfilled' ? [[one.value.data.status, n]] : []));
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(done).toHaveLength(1);
  expect(refused).toEqual(Array.from({ length: 11 }, () => 'STATE_CONFLICT'));
  const [[status, n] = ['', 0]] = done;
  expect(status).toBe(wanted[Number(n)]);
  expect((await shop.client.getPayment({ params })).data.status).toBe(status);
});
