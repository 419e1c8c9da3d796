import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { shelve } from '../../../../test/kit/stock.ts';
import { moveStock } from './move-stock.ts';
import { stockChecks } from './verify-stock.queries.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

async function broken(): Promise<readonly string[]> {
  const { store } = service.server.runtime.context;
  const counted = await Promise.all(
    stockChecks.map(async (one) => ({
      name: one.name,
      found: (await store.system.run(one, {}))[0]?.violations ?? 0n,
    })),
  );
  return counted
    .filter(({ found }) => found > 0n)
    .map(({ name }) => name)
    .toSorted();
}

test('what breaks a promise about stock is found, and nothing else', async () => {
  const bag = await shelve(shop, 5);
  await shop.client.createStockAdjustment({ body: { items: [{ variant_id: bag.variantId, delta: -1 }] } });
  expect(await broken()).toEqual([]);
  // Only who owns the tables can do what is found here, and only so.
  await service.query('ALTER TABLE stock_movements DISABLE TRIGGER stock_movements_stay');
  const last = 'WHERE seq = 2';
  for (const [breaking, mending, checks] of [
    [
      'UPDATE stock_levels SET on_hand = on_hand + 1',
      'UPDATE stock_levels SET on_hand = on_hand - 1',
      ['verify.stockIsWhatMoved'],
    ],
    [
      'UPDATE stock_levels SET reserved = 1',
      'UPDATE stock_levels SET reserved = 0',
      ['verify.stockIsWhatMoved'],
    ],
    [
      'UPDATE stock_levels SET seq = 3',
      'UPDATE stock_levels SET seq = 2',
      ['verify.stockMovementsHaveNoGap'],
    ],
    [
      `UPDATE stock_movements SET seq = 3 ${last}`,
      'UPDATE stock_movements SET seq = 2 WHERE seq = 3',
      ['verify.stockMovementsHaveNoGap'],
    ],
    [
      `UPDATE stock_movements SET location_id = 'loc_x'`,
      `UPDATE stock_movements SET location_id = '${bag.locationId}'`,
      ['verify.stockIsWhatMoved', 'verify.stockMovementsHaveNoGap', 'verify.stockMovementsHaveTheirLevel'],
    ],
    [
      `UPDATE stock_movements SET balance_after = 7000 ${last}`,
      `UPDATE stock_movements SET balance_after = 4000 ${last}`,
      ['verify.stockMovementsFollowOneAnother'],
    ],
    [
      `UPDATE stock_movements SET reserved_after = 7 ${last}`,
      `UPDATE stock_movements SET reserved_after = 0 ${last}`,
      ['verify.stockMovementsFollowOneAnother'],
    ],
  ] as const) {
    await service.query(breaking);
    expect(await broken(), breaking).toEqual(checks);
    await service.query(mending);
    expect(await broken(), mending).toEqual([]);
  }
});

test('stock that is kept for no open sale is found', async () => {
  const bag = await shelve(shop, 5);
  const { store, world } = service.server.runtime.context;
  const tenant = { merchantId: shop.id, livemode: false };
  const at = world.now();
  const move = {
    locationId: bag.locationId,
    variantId: bag.variantId,
    ref: { type: 'sale', id: 'sale_none' },
    occurredAt: at,
  } as const;
  const by = { tenant, world, at, actor: null };
  await moveStock(store.of(tenant), by, [[{ reservedDeltaMilli: 1_000n, reason: 'reservation', ...move }]]);
  expect(await broken()).toEqual(['verify.stockIsKeptForOpenSales']);
  await moveStock(store.of(tenant), by, [
    [{ reservedDeltaMilli: -1_000n, reason: 'reservation_release', ...move }],
  ]);
  expect(await broken()).toEqual([]);
});
