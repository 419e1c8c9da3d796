import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';
import { claimPoll, restPolls } from '../polls.queries.ts';
import { takeCallbacks } from './callbacks.queries.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

test.each([
  ['is to be asked about in an hour', 3_600_000],
  ['is to be asked about no more', null],
])(
  'news of a payment that comes while its provider is asked counts, though by the answer it %s',
  async (_what, restMs) => {
    const { store, world } = service.server.runtime.context;
    const { data } = await shop.client.createPayment({
      body: { amount: 20, channel: 'mobile_money', customer: { phone: '+23200000004' } },
    });
    const tenant = { merchantId: shop.id, livemode: false };
    const [row] = await service.query('SELECT account_id FROM payments WHERE id = $1', [data.id]);
    const now = new Date(world.systemNow().getTime() + 60_000);
    const after = (ms: number): Date => new Date(now.getTime() + ms);
    const asked = await claimPoll(store.system, { tenant, id: data.id }, { now, until: after(30_000) });
    if (!asked) throw new Error('Somebody else asks about the payment.');
    const hints = [{ ref: data.id, state: 'succeeded' }];
    const accountId = (row?.['account_id'] ?? null) as string | null;
    await takeCallbacks(store.of(tenant), tenant, { provider: 'test', accountId, hints, now: after(1_000) });
    const dueAt = restMs === null ? null : after(restMs);
    await restPolls(store.system, [{ row: asked, polls: 9, latePolls: 84, dueAt }]);
    expect(
      await service.query('SELECT due_at, leased_until FROM payment_polls WHERE payment_id = $1', [data.id]),
    ).toEqual([{ due_at: after(1_000), leased_until: null }]);
  },
);

test('a callback is news once for each payment and state, whatever other accounts called by the same reference, and again where nobody knew what it was about', async () => {
  const { store, world } = service.server.runtime.context;
  const { data } = await shop.client.createPayment({ body: { amount: 20, channel: 'hosted' } });
  const [row] = await service.query('SELECT account_id FROM payments WHERE id = $1', [data.id]);
  const known = (row?.['account_id'] ?? null) as string | null;
  const tenant = { merchantId: shop.id, livemode: false };
  const take = (accountId: string | null, state = 'succeeded') =>
    takeCallbacks(store.of(tenant), tenant, {
      provider: 'test',
      accountId,
      hints: [
        { ref: 'bk-1', state },
        { ref: 'bk-1', state },
      ],
      now: world.systemNow(),
    });
  expect(await take(known), 'nobody knows bk-1').toEqual([]);
  await service.query(`UPDATE payments SET provider_ref = 'bk-1' WHERE id = $1`, [data.id]);
  expect(await take('prv_other'), 'of another account').toEqual([]);
  expect(await take(known)).toEqual([data.id]);
  expect(await take(known)).toEqual([]);
  expect(await take(known, 'failed')).toEqual([data.id]);
});
