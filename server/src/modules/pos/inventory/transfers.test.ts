import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { shelve, type Shelved } from '../../../../test/kit/stock.ts';
import { verifyPos } from '../pos-module.ts';

let service: TestService;
let shop: TestMerchant;
let beach: string;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  beach = (await shop.client.createLocation({ body: { name: 'Lumley Beach' } })).data.id;
});
afterAll(async () => {
  expect(await verifyPos(service.server.runtime.context.store.system)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const send = async (bag: Shelved, quantity: number, body: object = {}) =>
  (
    await shop.client.createStockTransfer({
      body: { to_location_id: beach, items: [{ variant_id: bag.variantId, quantity }], ...body },
    })
  ).data;
const levels = async ({ variantId }: Shelved) =>
  Promise.all(
    [undefined, beach].map(
      async (location) =>
        (
          await shop.client.listInventory({
            query: { variant_id: variantId, ...(location ? { location_id: location } : {}) },
          })
        ).data.find((one) => (one.location_id === beach) === (location === beach))?.on_hand,
    ),
  );

describe('a transfer', () => {
  test('is gone from the one location when sent, and at the other when received', async () => {
    const bag = await shelve(shop, 10);
    const sent = await send(bag, 4);
    expect(sent).toMatchObject({
      status: 'sent',
      from_location_id: bag.locationId,
      to_location_id: beach,
      items: [{ line: 1, sku: bag.sku, quantity: 4, received: null }],
    });
    expect(await levels(bag)).toEqual([6, 0]);
    const { data: received } = await shop.client.receiveStockTransfer({ params: { id: sent.id } });
    expect(received).toMatchObject({ status: 'received', items: [{ quantity: 4, received: 4 }] });
    expect(await levels(bag)).toEqual([6, 4]);
    expect((await shop.client.getStockTransfer({ params: { id: sent.id } })).data).toEqual(received);
  });

  test('that arrives incomplete is received in full and written off where it arrived', async () => {
    const bag = await shelve(shop, 10, { quantity_step: 0.5 });
    const { id } = await send(bag, 4);
    await shop.client.receiveStockTransfer({
      params: { id },
      body: { items: [{ line: 1, received: 2.5 }], note: 'Fell off the boda' },
    });
    expect(await levels(bag)).toEqual([6, 2.5]);
    const { data } = await shop.client.listStockMovements({ query: { ref: id, location_id: beach } });
    expect(data.map(({ reason, delta, note }) => [reason, delta, note]).toSorted()).toEqual([
      ['loss', -1.5, 'Fell off the boda'],
      ['transfer_in', 4, 'Fell off the boda'],
    ]);
  });

  test('that is there already moves in one step', async () => {
    const bag = await shelve(shop, 10);
    expect(await send(bag, 10, { received: true })).toMatchObject({
      status: 'received',
      items: [{ quantity: 10, received: 10 }],
    });
    expect(await levels(bag)).toEqual([0, 10]);
  });

  test('that is on its way keeps both its ends from being closed, and so does one that is sent at that moment', async () => {
    const bag = await shelve(shop, 10);
    const { client } = shop;
    const stall = (await client.createLocation({ body: { name: 'Stall' } })).data.id;
    const close = (id: string) => client.deleteLocation({ params: { id } });
    const { id } = await send(bag, 4, { to_location_id: stall });
    await expect(close(stall)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'in_use', transfer_id: id },
    });
    await client.receiveStockTransfer({ params: { id } });
    const back = await send(bag, 4, { from_location_id: stall, to_location_id: bag.locationId });
    await expect(close(stall)).rejects.toMatchObject({ details: { transfer_id: back.id } });
    await client.cancelStockTransfer({ params: { id: back.id } });
    await send(bag, 4, { from_location_id: stall, to_location_id: bag.locationId, received: true });
    const both = await Promise.allSettled([send(bag, 1, { to_location_id: stall }), close(stall)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('that is cancelled is back where it was', async () => {
    const bag = await shelve(shop, 10);
    const { id } = await send(bag, 4);
    await shop.client.cancelStockTransfer({ params: { id } });
    expect(await levels(bag)).toEqual([10, 0]);
    await expect(shop.client.receiveStockTransfer({ params: { id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'cancelled', to: 'received', allowed: [] },
    });
  });

  test('ends once, whoever ends it at the same moment', async () => {
    const bag = await shelve(shop, 10);
    const { id } = await send(bag, 10);
    const ends = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => shop.client.receiveStockTransfer({ params: { id } })),
      ...Array.from({ length: 4 }, () => shop.client.cancelStockTransfer({ params: { id } })),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [main = 0, there = 0] = await levels(bag);
    expect(main + there).toBe(10);
  });

  test('with the same client_id is sent once', async () => {
    const bag = await shelve(shop, 10);
    const body = { client_id: '0192f7a4-6c1e-7d3b-9a55-00000000d001' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(bag, 2, body)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await levels(bag)).toEqual([8, 0]);
    await expect(send(bag, 3, body)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(
      (await shop.client.listStockTransfers({ query: { location_id: beach, status: 'sent' } })).data.map(
        ({ id }) => id,
      ),
    ).toContain(sent[0]?.id);
  });

  test('is answered again by its client_id, though nothing is sent there any more', async () => {
    const bag = await shelve(shop, 10);
    const to_location_id = (await shop.client.createLocation({ body: { name: 'Kissy' } })).data.id;
    const body = { client_id: '0192f7a4-6c1e-7d3b-9a55-00000000d002', to_location_id, received: true };
    const sent = await send(bag, 2, body);
    await shop.client.updateLocation({ params: { id: to_location_id }, body: { is_active: false } });
    expect(await send(bag, 2, body)).toEqual(sent);
    await expect(send(bag, 3, body)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('is refused for what is not there, and for what makes no sense', async () => {
    const bag = await shelve(shop, 1);
    await expect(send(bag, 2)).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { items: [{ requested: 2, available: 1 }] },
    });
    await expect(send(bag, 0)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].quantity' }] },
    });
    await expect(send(bag, 1, { to_location_id: bag.locationId })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'to_location_id' }] },
    });
    await expect(send(bag, 1, { to_location_id: 'loc_none' })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
    });
    const { id } = await send(bag, 1);
    const receive = (item: { line: number; received: number }) =>
      shop.client.receiveStockTransfer({ params: { id }, body: { items: [item] } });
    await expect(receive({ line: 1, received: 2 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].received' }] },
    });
    await expect(receive({ line: 2, received: 1 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'items[0].line' }] },
    });
    await expect(shop.client.getStockTransfer({ params: { id: 'stx_none' } })).rejects.toMatchObject({
      code: 'STOCK_TRANSFER_NOT_FOUND',
    });
    expect(await levels(bag)).toEqual([0, 0]);
  });
});
