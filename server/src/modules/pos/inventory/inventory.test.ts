import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { shelve, type Shelved } from '../../../../test/kit/stock.ts';
import { moveStock } from './move-stock.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const adjust = (on: Shelved, delta: number) =>
  shop.client.createStockAdjustment({
    body: { location_id: on.locationId, items: [{ variant_id: on.variantId, delta }] },
  });
const toldOf = async ({ variantId, locationId }: Shelved) =>
  (await service.query('SELECT kind, facts FROM outbox WHERE entity = $1 ORDER BY id', [
    `${locationId}:${variantId}`,
  ])) as { readonly kind: string; readonly facts: object }[];

describe('what is where', () => {
  test('is listed with what never came, and found by part of a name, by location and by what runs out', async () => {
    const other = await service.merchant();
    const store = await other.client.createLocation({ body: { name: 'Store room' } });
    const bag = await shelve(other, 3, { name: 'Sac décoré', low_stock_threshold: 3 });
    const mat = await shelve(other, 0, { name: 'Mat', low_stock_threshold: 1, is_active: false });
    await shelve(other, 4, { name: 'Mat of reed', locationId: store.data.id });
    const names = async (query: object) =>
      (await other.client.listInventory({ query })).data
        .map(({ name, on_hand }) => `${name} ${on_hand}`)
        .toSorted();
    expect(await names({})).toEqual(['Mat 0', 'Mat of reed 0', 'Mat of reed 4', 'Sac décoré 3']);
    expect(await names({ location_id: store.data.id })).toEqual(['Mat 0', 'Mat of reed 4', 'Sac décoré 0']);
    expect(await names({ q: 'DECORE' })).toEqual(['Sac décoré 3']);
    expect(await names({ q: bag.sku.toLowerCase() })).toEqual(['Sac décoré 3']);
    expect(await names({ low_stock: true }), 'what never came is not nearly gone').toEqual(['Sac décoré 3']);
    expect(
      (await other.client.listLowStock()).data.map(({ variant_id, is_low }) => [variant_id, is_low]),
    ).toEqual([[bag.variantId, true]]);
    expect((await other.client.listInventory({ query: { product_id: mat.productId } })).data).toMatchObject([
      { variant_id: mat.variantId, seq: 0, is_low: false, updated_at: null },
    ]);
    const walked: string[] = [];
    for await (const one of other.client.each('listInventory', { query: { limit: 1 } }))
      walked.push(`${one.name} ${one.on_hand}`);
    expect(walked.toSorted()).toEqual(await names({}));
  });

  test('is a file for spreadsheets, in which a formula stays text', async () => {
    const bag = await shelve(shop, 3, { name: '=HYPERLINK("x")' });
    const answer = await fetch(`${service.baseUrl}/pos/inventory?variant_id=${bag.variantId}`, {
      headers: { authorization: `Bearer ${shop.key}`, accept: 'text/csv' },
    });
    const [head = '', row = ''] = (await answer.text()).split('\r\n');
    expect(head.replace('\uFEFF', '')).toMatch(/^location_id,variant_id,product_id,name,/);
    expect(row).not.toMatch(/,"?=HYPERLINK/);
  });
});

describe('movements', () => {
  test('are found by what moved, where, why, when and for what', async () => {
    const bag = await shelve(shop, 3);
    service.advance(60_000);
    const since = new Date(service.server.runtime.context.world.now().getTime()).toISOString();
    await adjust(bag, 2);
    const found = async (query: object) =>
      (await shop.client.listStockMovements({ query: { variant_id: bag.variantId, ...query } })).data.map(
        ({ delta }) => delta,
      );
    expect(await found({})).toEqual([2, 3]);
    expect(await found({ product_id: bag.productId })).toEqual([2, 3]);
    expect(await found({ product_id: 'prod_none' })).toEqual([]);
    expect(await found({ reason: 'initial' })).toEqual([3]);
    expect(await found({ from: since })).toEqual([2]);
    expect(await found({ to: since })).toEqual([3]);
    expect(await found({ location_id: 'loc_none' })).toEqual([]);
  });
});

describe('messages', () => {
  test('tell once that stock came down to its threshold, and again only after it was above', async () => {
    const bag = await shelve(shop, 6, { low_stock_threshold: 5 });
    for (const delta of [-1, -1, 2, -2]) await adjust(bag, delta);
    const told = await toldOf(bag);
    expect(told.map(({ kind }) => kind)).toEqual(['pos.inventory.low_stock', 'pos.inventory.low_stock']);
    const { data } = await shop.client.listInventory({ query: { variant_id: bag.variantId } });
    expect(told[1]?.facts).toEqual(data[0]);
  });

  test('tell every change only to who asks for it by name', async () => {
    const other = await service.merchant();
    const bag = await shelve(other, 6, { quantity_step: 0.5 });
    expect(await toldOf(bag)).toEqual([]);
    await other.client.createWebhook({
      body: { url: 'http://127.0.0.1:65534/hook', events: ['pos.inventory.updated'] },
    });
    await other.client.createStockAdjustment({
      body: {
        items: [
          { variant_id: bag.variantId, delta: -1.5 },
          { variant_id: bag.variantId, delta: -1 },
        ],
      },
    });
    expect(await toldOf(bag)).toMatchObject([
      { kind: 'pos.inventory.updated', facts: { on_hand: 3.5, available: 3.5, seq: 3 } },
    ]);
  });

  test('tell what was sold that was not there', async () => {
    const bag = await shelve(shop, 1);
    const { store, world } = service.server.runtime.context;
    const tenant = { merchantId: shop.id, livemode: false };
    const at = world.now();
    await store.transaction(tenant, (tx) =>
      moveStock(tx, { tenant, world, at, actor: null }, [
        [
          {
            locationId: bag.locationId,
            variantId: bag.variantId,
            deltaMilli: -3_000n,
            reason: 'sale_offline',
            ref: { type: 'sale', id: 'sale_away' },
            occurredAt: at,
            force: true,
          },
        ],
      ]),
    );
    expect(await toldOf(bag)).toMatchObject([
      { kind: 'pos.inventory.oversold', facts: { on_hand: -2, available: -2, is_low: false } },
    ]);
  });
});
