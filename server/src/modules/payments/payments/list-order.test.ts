import type { ListMeta, Sort } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

type Query = {
  readonly sort?: Sort;
  readonly limit: number;
  readonly cursor?: string;
  readonly updated_since?: string;
};
type List = (query: Query) => Promise<{ readonly data: readonly object[]; readonly meta: ListMeta }>;

/** Three of everything: a few of them of one moment, the rest a second apart. */
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  const { client } = shop;
  const paid: string[] = [];
  for (const amount of [10, 20, 30]) {
    paid.push(
      (
        await client.createPayment({
          body: { amount, channel: 'mobile_money', customer: { phone: '+23200000001' } },
        })
      ).data.id,
    );
    await client.createPaymentLink({ body: { title: 'School fees', amount } });
    service.advance(5_000);
    await service.drain();
  }
  for (const id of [...paid, ...paid]) await client.createRefund({ params: { id }, body: { amount: 1 } });
  for (const amount of [1, 2, 3]) await client.createPayout({ body: { amount } });
  const at = service.server.runtime.context.world.now().toISOString();
  await client.createReconciliation({
    body: {
      provider: 'manual',
      transactions: ['A', 'B', 'C'].map((provider_ref) => ({ provider_ref, amount: 5, at })),
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const lists: Readonly<Record<string, List>> = {
  payments: (query) => shop.client.listPayments({ query }),
  refunds: (query) => shop.client.listRefunds({ query }),
  'payment links': (query) => shop.client.listPaymentLinks({ query }),
  payouts: (query) => shop.client.listPayouts({ query }),
  'reconciliation items': (query) => shop.client.listReconciliationItems({ query }),
  'ledger entries': (query) => shop.client.listLedgerEntries({ query }),
};

/** All of a list, a page of two after another. */
async function walk(list: List, sort?: Sort): Promise<readonly object[]> {
  const found: object[] = [];
  for (let cursor: string | undefined; ;) {
    const { data, meta } = await list({
      limit: 2,
      ...(sort && { sort }),
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...data);
    if (!meta.next_cursor) return found;
    cursor = meta.next_cursor;
  }
}

test.each(Object.entries(lists))(
  '%s are listed newest first, or oldest first where that is asked for',
  async (_what, list) => {
    const newest = await walk(list);
    const { meta } = await list({ limit: 1, sort: 'created_at' });
    expect(newest.length).toBeGreaterThanOrEqual(3);
    expect(meta.total).toBe(newest.length);
    expect(await walk(list, '-created_at')).toEqual(newest);
    expect(await walk(list, 'created_at')).toEqual(newest.toReversed());
  },
);

test.each(['payments', 'refunds', 'payment links', 'payouts'])(
  '%s are listed as far as they changed since a moment',
  async (what) => {
    const list = lists[what] as List;
    const all = await walk(list);
    const moments = [
      ...new Set(all.map((one) => (one as { readonly updated_at: string }).updated_at)),
    ].toSorted();
    expect(moments.length).toBeGreaterThan(1);
    for (const updated_since of moments) {
      const { data, meta } = await list({ limit: 100, updated_since });
      expect(data).toEqual(
        all.filter((one) => (one as { readonly updated_at: string }).updated_at >= updated_since),
      );
      expect(meta.total).toBe(data.length);
    }
    await expect(list({ limit: 1, updated_since: 'lately' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'updated_since' }] },
    });
  },
);

test('the refunds of one payment are listed in both orders', async () => {
  const { data: refunds } = await shop.client.listRefunds({ query: { sort: 'created_at' } });
  const of = refunds.filter(({ payment_id }) => payment_id === refunds[0]?.payment_id);
  const id = of[0]?.payment_id ?? '';
  expect(
    (await shop.client.listPaymentRefunds({ params: { id }, query: { sort: 'created_at' } })).data,
  ).toEqual(of);
  expect((await shop.client.listPaymentRefunds({ params: { id }, query: {} })).data).toEqual(of.toReversed());
});

test('an order that nobody knows is refused', async () => {
  await expect(shop.client.listPayments({ query: { sort: 'amount' as Sort } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'sort' }] },
  });
});
