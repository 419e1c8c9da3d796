import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { shelve } from '../../../../test/kit/stock.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const clientId = (n: number): string => `0192f7a4-6c1e-7d3b-9a55-${String(n).padStart(12, '0')}`;
const levelOf = async (variantId: string) =>
  (await shop.client.listInventory({ query: { variant_id: variantId } })).data[0];

describe('correcting stock', () => {
  test('what came and what is there are movements, each with what it left', async () => {
    const { variantId, sku, locationId } = await shelve(shop, 0, {
      barcode: '5449000000996',
      low_stock_threshold: 5,
      quantity_step: 0.125,
    });
    const { data: made } = await shop.client.createStockAdjustment({
      body: {
        items: [
          { variant_id: variantId, delta: 12.5, reason: 'purchase', unit_cost: 45.5, note: 'From Makeni' },
          { sku, delta: '-0.125', reason: 'damage' },
          { barcode: '5449000000996', set_to: 10 },
        ],
      },
    });
    expect(made).toMatchObject({ client_id: null, location_id: locationId, test: true });
    expect(made.items).toMatchObject([
      { variant_id: variantId, delta: 12.5, on_hand: 12.5, reserved: 0, available: 12.5, seq: 1 },
      { variant_id: variantId, delta: -0.125, on_hand: 12.375, seq: 2 },
      { variant_id: variantId, delta: -2.375, on_hand: 10, seq: 3 },
    ]);
    const { data } = await shop.client.listStockMovements({ query: { variant_id: variantId } });
    expect(data.map(({ id }) => id).toSorted()).toEqual(
      made.items.map((item) => item.movement_id).toSorted(),
    );
    expect(data.find(({ seq }) => seq === 1)).toMatchObject({
      delta: 12.5,
      reason: 'purchase',
      unit_cost: 45.5,
      note: 'From Makeni',
      ref_type: 'adjustment',
      ref_id: made.id,
      ref_line: '1',
      actor: { type: 'key' },
      balance_after: 12.5,
    });
    expect(await levelOf(variantId)).toMatchObject({
      on_hand: 10,
      available: 10,
      seq: 3,
      low_stock_threshold: 5,
      is_low: false,
    });
  });

  test('the same client_id again is the first time, whatever the Idempotency-Key', async () => {
    const { variantId } = await shelve(shop, 5);
    const body = { client_id: clientId(1), items: [{ variant_id: variantId, delta: 3 }] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.client.createStockAdjustment({ body })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(await levelOf(variantId)).toMatchObject({ on_hand: 8, seq: 2 });
    await expect(
      shop.client.createStockAdjustment({ body: { ...body, items: [{ variant_id: variantId, delta: 4 }] } }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const spelled = {
      client_id: 'ab7d1b5e-93a4-4c51-8e0f-0123456789ab',
      items: [{ variant_id: variantId, delta: 1 }],
    };
    const { data: first } = await shop.client.createStockAdjustment({ body: spelled });
    expect(
      (
        await shop.client.createStockAdjustment({
          body: { ...spelled, client_id: spelled.client_id.toUpperCase() },
        })
      ).data.id,
    ).toBe(first.id);
  });

  test('with expected_seq only what was seen is changed', async () => {
    const { variantId, locationId } = await shelve(shop, 5);
    await shop.client.createStockAdjustment({
      body: { items: [{ variant_id: variantId, set_to: 7, expected_seq: 1 }] },
    });
    const again = shop.client.createStockAdjustment({
      body: { items: [{ variant_id: variantId, set_to: 9, expected_seq: 1 }] },
    });
    await expect(again).rejects.toMatchObject({
      code: 'STOCK_CHANGED',
      details: {
        items: [
          {
            location_id: locationId,
            variant_id: variantId,
            expected_seq: 1,
            seq: 2,
            on_hand: 7,
            reserved: 0,
            available: 7,
          },
        ],
      },
    });
    expect(await levelOf(variantId)).toMatchObject({ on_hand: 7, seq: 2 });
  });

  test('one item that is not there stops all of them', async () => {
    const [plenty, few] = [await shelve(shop, 10), await shelve(shop, 2)];
    const taken = shop.client.createStockAdjustment({
      body: {
        items: [
          { variant_id: plenty.variantId, delta: -1 },
          { variant_id: few.variantId, delta: -1, reason: 'loss' },
          { variant_id: few.variantId, delta: -2 },
        ],
      },
    });
    await expect(taken).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: {
        items: [{ variant_id: few.variantId, location_id: few.locationId, requested: 3, available: 2 }],
      },
    });
    expect(await levelOf(plenty.variantId)).toMatchObject({ on_hand: 10, seq: 1 });
    expect(await levelOf(few.variantId)).toMatchObject({ on_hand: 2, seq: 1 });
  });

  test('a product that may be sold without stock goes below zero', async () => {
    const { variantId } = await shelve(shop, 1, { allow_negative_stock: true });
    await shop.client.createStockAdjustment({ body: { items: [{ variant_id: variantId, delta: -3 }] } });
    expect(await levelOf(variantId)).toMatchObject({ on_hand: -2, available: -2 });
  });

  test('what cannot be is refused by its field', async () => {
    const { variantId } = await shelve(shop, 5);
    const one = (item: object) =>
      shop.client.createStockAdjustment({ body: { items: [{ variant_id: variantId, delta: 1, ...item }] } });
    await expect(one({ set_to: 4 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0]' }] },
    });
    await expect(one({ delta: 0 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].delta' }] },
    });
    await expect(one({ delta: 0.0001 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].delta', message: 'must have at most 3 decimals' }] },
    });
    await expect(one({ delta: 1e15 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].delta' }] },
    });
    await expect(one({ reason: 'loss' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].delta' }] },
    });
    await expect(one({ sku: 'another name' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0]' }] },
    });
    await expect(
      shop.client.createStockAdjustment({
        body: { occurred_at: '2199-01-01', items: [{ variant_id: variantId, delta: 1 }] },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'occurred_at' }] } });
    const { data: untracked } = await shop.client.createProduct({
      body: { name: 'Gift wrapping', price: 5, track_inventory: false },
    });
    await expect(one({ variant_id: untracked.variants[0]?.id })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(one({ unit_cost: 1.001 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
    await expect(
      shop.client.createStockAdjustment({
        body: { location_id: 'loc_none', items: [{ variant_id: variantId, delta: 1 }] },
      }),
    ).rejects.toMatchObject({ code: 'LOCATION_NOT_FOUND' });
    await expect(one({ variant_id: 'var_none' })).rejects.toMatchObject({
      code: 'VARIANT_NOT_FOUND',
      details: { path: 'items[0]', name: 'var_none' },
    });
    const { data: store } = await shop.client.createLocation({
      body: { name: 'Closed store', is_active: false },
    });
    await expect(
      shop.client.createStockAdjustment({
        body: { location_id: store.id, items: [{ variant_id: variantId, delta: 1 }] },
      }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect(await levelOf(variantId)).toMatchObject({ on_hand: 5, seq: 1 });
  });

  test('whoever has not the permission may not', async () => {
    const { variantId } = await shelve(shop, 5);
    const { data: cashier } = await shop.client.createStaff({ body: { name: 'Aminata', role: 'cashier' } });
    const body = { items: [{ variant_id: variantId, delta: 1 }] };
    await expect(
      shop.client.createStockAdjustment({ body: { ...body, staff_id: cashier.id } }),
    ).rejects.toMatchObject({ code: 'STAFF_PERMISSION_REQUIRED', details: { permission: 'stock' } });
    await expect(
      shop.client.createStockAdjustment({ body: { ...body, staff_id: 'stf_none' } }),
    ).rejects.toMatchObject({ code: 'STAFF_NOT_FOUND' });
    const { data: manager } = await shop.client.createStaff({ body: { name: 'Hawa', role: 'manager' } });
    await shop.client.createStockAdjustment({ body: { ...body, staff_id: manager.id } });
    expect(
      (await shop.client.listStockMovements({ query: { variant_id: variantId } })).data[0]?.actor,
    ).toEqual({ type: 'staff', id: manager.id });
  });
});
