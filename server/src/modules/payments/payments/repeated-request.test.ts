import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFakeBank } from '../../../../test/kit/fake-providers/fake-bank.ts';
import type { FakeProvider } from '../../../../test/kit/fake-providers/fake-provider.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let bank: FakeProvider;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  bank = await openFakeBank();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET writes_per_second = 100000');
  await shop.client.createProviderAccount({
    body: { provider: 'generic_http', credentials: { ...bank.credentials }, settings: { ...bank.settings } },
  });
});
afterAll(async () => {
  await bank[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const ask = (idempotencyKey: string) =>
  shop.client.createPayment({
    body: { amount: 150, channel: 'hosted', provider: 'generic_http' },
    idempotencyKey,
  });

test('64 equal requests while a slow bank is asked: each gets the one payment, and the bank was asked once', async () => {
  bank.server.misbehave('late', { path: /^\/payments/ });
  const answers = await Promise.all(Array.from({ length: 64 }, () => ask('order-1042')));
  bank.server.behave();
  expect(new Set(answers.map(({ data }) => `${data.id} ${data.status} ${data.next_action.url}`)).size).toBe(
    1,
  );
  expect(bank.charges).toHaveLength(1);
});

test('64 equal cancellations and confirmations of a payment get one answer each', async () => {
  const { id } = (await ask('order-1043')).data;
  bank.server.misbehave('late', { path: /^\/payments/ });
  const confirmed = await Promise.all(
    Array.from({ length: 64 }, () =>
      shop.client.confirmPayment({ params: { id }, body: {}, idempotencyKey: 'confirm-1043' }),
    ),
  );
  const cancelled = await Promise.all(
    Array.from({ length: 64 }, () =>
      shop.client.cancelPayment({ params: { id }, body: {}, idempotencyKey: 'cancel-1043' }),
    ),
  );
  bank.server.behave();
  expect([
    new Set(confirmed.map(({ data }) => data.version)).size,
    new Set(cancelled.map(({ data }) => `${data.version} ${data.status}`)),
  ]).toEqual([1, new Set([`${cancelled[0]?.data.version} cancelled`])]);
});

test('a bank that stays silent keeps a repeated request waiting for two seconds, not for its whole time', async () => {
  bank.server.misbehave('silent', { path: /^\/payments/, times: 1 });
  const known = bank.charges.length;
  const first = ask('order-1044');
  await expect.poll(() => bank.charges.length).toBe(known + 1);
  const begunMs = performance.now();
  await expect(ask('order-1044')).rejects.toMatchObject({
    code: 'IDEMPOTENCY_IN_PROGRESS',
    status: 409,
    retryAfterSeconds: 1,
  });
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(1_990);
  expect((await first).data.status).toBe('processing');
  expect((await ask('order-1044')).data.id).toBe((await first).data.id);
});
