import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { shelve, type Shelved } from '../../../../test/kit/stock.ts';
import { verifyPos } from '../pos-module.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(async () => {
  expect(await verifyPos(service.server.runtime.context.store.system)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const begin = async (body: object = {}) => (await shop.client.createStockCount({ body })).data;
const tell = async (
  id: string,
  ...items: readonly {
    readonly variant_id: string;
    readonly counted: number;
    readonly add?: boolean;
    readonly seq?: number;
  }[]
) => (await shop.client.addStockCountLines({ params: { id }, body: { items: [...items] } })).data;
const level = async ({ variantId }: Shelved) =>
  (await shop.client.listInventory({ query: { variant_id: variantId } })).data[0];
const adjust = (on: Shelved, delta: number) =>
  shop.client.createStockAdjustment({ body: { items: [{ variant_id: on.variantId, delta }] } });

describe('a stock count', () => {
  test('moves what differs, and leaves what was not counted', async () => {
    const [bag, mat, hat] = [await shelve(shop, 12), await shelve(shop, 4), await shelve(shop, 7)];
    const count = await begin({
      variant_ids: [bag.variantId, mat.variantId, hat.variantId],
      note: 'End of the month',
    });
    expect(count).toMatchObject({
      status: 'open',
      lines: 3,
      counted: 0,
      different: 0,
      location_id: bag.locationId,
    });
    const told = await tell(
      count.id,
      { variant_id: bag.variantId, counted: 11 },
      { variant_id: mat.variantId, counted: 4 },
    );
    expect(told).toMatchObject({
      count: { counted: 2, different: 1 },
      lines: [
        { variant_id: bag.variantId, counted: 11, expected: 12, difference: -1, expected_seq: 1, seq: 1 },
        { difference: 0 },
      ],
    });
    expect(
      (
        await shop.client.listStockCountLines({ params: { id: count.id }, query: { counted: false } })
      ).data.map(({ variant_id }) => variant_id),
    ).toEqual([hat.variantId]);
    const { data: submitted } = await shop.client.submitStockCount({ params: { id: count.id } });
    expect(submitted).toMatchObject({ status: 'submitted', counted: 2, different: 1 });
    expect([await level(bag), await level(mat), await level(hat)]).toMatchObject([
      { on_hand: 11, seq: 2 },
      { on_hand: 4, seq: 2 },
      { on_hand: 7, seq: 1 },
    ]);
    const { data: lines } = await shop.client.listStockCountLines({
      params: { id: count.id },
      query: { different: true },
    });
    const { data: movements } = await shop.client.listStockMovements({
      query: { ref: count.id, variant_id: bag.variantId },
    });
    expect(lines.map((line) => line.movement_id)).toEqual(movements.map(({ id }) => id));
    expect(movements).toMatchObject([
      { reason: 'count', delta: -1, ref_type: 'count', note: 'End of the month' },
    ]);
  });

  test('of everything has everything that is tracked on its list, by name', async () => {
    const other = await service.merchant();
    for (const name of ['Mat', 'Bag']) await shelve(other, 1, { name });
    await other.client.createProduct({ body: { name: 'Advice', price: 5, track_inventory: false } });
    const { data: count } = await other.client.createStockCount({ body: {} });
    expect(
      (await other.client.listStockCountLines({ params: { id: count.id } })).data.map(({ name }) => name),
    ).toEqual(['Bag', 'Mat']);
  });

  test('of a category has what is in it', async () => {
    const category = await shop.client.createCategory({ body: { name: 'Hats' } });
    const hat = await shelve(shop, 2, { category_id: category.data.id });
    const count = await begin({ category_ids: [category.data.id] });
    expect(
      (await shop.client.listStockCountLines({ params: { id: count.id } })).data.map(
        ({ variant_id }) => variant_id,
      ),
    ).toEqual([hat.variantId]);
  });

  test('adds up what lies in several places, and takes the last figure otherwise', async () => {
    const [bag, mat] = [await shelve(shop, 10, { quantity_step: 0.5 }), await shelve(shop, 0)];
    const count = await begin({ variant_ids: [bag.variantId] });
    await tell(
      count.id,
      { variant_id: bag.variantId, counted: 3 },
      { variant_id: bag.variantId, counted: 4, add: true },
    );
    expect(
      (await tell(count.id, { variant_id: bag.variantId, counted: 1.5, add: true })).lines,
    ).toMatchObject([{ counted: 8.5, expected: 10 }]);
    expect(
      (
        await tell(
          count.id,
          { variant_id: bag.variantId, counted: 9 },
          { variant_id: mat.variantId, counted: 2 },
        )
      ).count,
    ).toMatchObject({ lines: 2, counted: 2 });
    await shop.client.submitStockCount({ params: { id: count.id } });
    expect([await level(bag), await level(mat)]).toMatchObject([{ on_hand: 9 }, { on_hand: 2, seq: 1 }]);
  });

  test('says what has moved since it was counted; counted again, or forced, it goes through', async () => {
    const [bag, mat] = [await shelve(shop, 10), await shelve(shop, 10)];
    const count = await begin({ variant_ids: [bag.variantId, mat.variantId] });
    await tell(
      count.id,
      { variant_id: bag.variantId, counted: 8 },
      { variant_id: mat.variantId, counted: 10 },
    );
    await adjust(bag, -3);
    await expect(shop.client.submitStockCount({ params: { id: count.id } })).rejects.toMatchObject({
      code: 'STOCK_CHANGED',
      details: { items: [{ variant_id: bag.variantId, expected_seq: 1, seq: 2, on_hand: 7 }] },
    });
    expect(
      (await shop.client.listStockCountLines({ params: { id: count.id }, query: { moved: true } })).data,
    ).toMatchObject([{ variant_id: bag.variantId, expected_seq: 1, seq: 2 }]);
    await shop.client.submitStockCount({ params: { id: count.id }, body: { force: true } });
    expect([await level(bag), await level(mat)]).toMatchObject([
      { on_hand: 5, seq: 3 },
      { on_hand: 10, seq: 2 },
    ]);
    const again = await begin({ variant_ids: [bag.variantId] });
    await tell(again.id, { variant_id: bag.variantId, counted: 6 });
    await adjust(bag, 1);
    await tell(again.id, { variant_id: bag.variantId, counted: 7 });
    await shop.client.submitStockCount({ params: { id: again.id } });
    expect(await level(bag)).toMatchObject({ on_hand: 7 });
  });

  test('takes a figure for the seq at which it was counted', async () => {
    const bag = await shelve(shop, 10);
    await adjust(bag, -3);
    const count = await begin({ variant_ids: [bag.variantId] });
    expect((await tell(count.id, { variant_id: bag.variantId, counted: 9, seq: 1 })).lines).toMatchObject([
      { expected: 10, difference: -1, expected_seq: 1, seq: 2 },
    ]);
    await expect(tell(count.id, { variant_id: bag.variantId, counted: 9, seq: 3 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].seq' }] },
    });
    await shop.client.submitStockCount({ params: { id: count.id }, body: { force: true } });
    expect(await level(bag)).toMatchObject({ on_hand: 6 });
  });

  test('with the same client_id is begun once, and ends once', async () => {
    const bag = await shelve(shop, 5);
    const body = { client_id: '0192f7a4-6c1e-7d3b-9a55-00000000c001', variant_ids: [bag.variantId] };
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(body)));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    await expect(begin({ ...body, note: 'another' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    const params = { id: begun[0]?.id ?? '' };
    await tell(params.id, { variant_id: bag.variantId, counted: 4 });
    const ends = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => shop.client.submitStockCount({ params })),
      shop.client.cancelStockCount({ params }),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      (await shop.client.listStockCounts({ query: { location_id: bag.locationId } })).data.find(
        ({ id }) => id === params.id,
      )?.status,
    ).not.toBe('open');
  });

  test('is answered again by its client_id, though its location is switched off since', async () => {
    const location_id = (await shop.client.createLocation({ body: { name: 'Goderich' } })).data.id;
    const body = { client_id: '0192f7a4-6c1e-7d3b-9a55-00000000c002', location_id };
    const begun = await begin(body);
    await shop.client.updateLocation({ params: { id: location_id }, body: { is_active: false } });
    expect(await begin(body)).toEqual(begun);
  });

  test('that was cancelled moves nothing and takes no more figures', async () => {
    const bag = await shelve(shop, 5);
    const { id } = await begin({ variant_ids: [bag.variantId] });
    await tell(id, { variant_id: bag.variantId, counted: 1 });
    expect((await shop.client.cancelStockCount({ params: { id } })).data).toMatchObject({
      status: 'cancelled',
    });
    await expect(tell(id, { variant_id: bag.variantId, counted: 1 })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'cancelled' },
    });
    await expect(shop.client.submitStockCount({ params: { id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(await level(bag)).toMatchObject({ on_hand: 5, seq: 1 });
  });

  test('names what it does not know', async () => {
    await expect(begin({ variant_ids: ['var_none'] })).rejects.toMatchObject({ code: 'VARIANT_NOT_FOUND' });
    await expect(begin({ category_ids: ['cat_none'] })).rejects.toMatchObject({ code: 'CATEGORY_NOT_FOUND' });
    await expect(begin({ location_id: 'loc_none' })).rejects.toMatchObject({ code: 'LOCATION_NOT_FOUND' });
    await expect(shop.client.getStockCount({ params: { id: 'cnt_none' } })).rejects.toMatchObject({
      code: 'STOCK_COUNT_NOT_FOUND',
    });
    await expect(shop.client.listStockCountLines({ params: { id: 'cnt_none' } })).rejects.toMatchObject({
      code: 'STOCK_COUNT_NOT_FOUND',
    });
  });
});
