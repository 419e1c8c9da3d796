import { randomUUID } from 'node:crypto';
import { operations, SyncedSaleIn } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, type FieldSchema } from '../../../../test/kit/body-fields.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Goods } from '../../../../test/kit/till.ts';

let service: TestService;
let shop: TestMerchant;
let whole: Goods;
let away: string;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  whole = await openTill(shop).goods({ stock: 20 });
  away = (await shop.client.createLocation({ body: { name: 'Lumley' } })).data.id;
});
afterAll(() => service[Symbol.asyncDispose]());

const item = () => ({ variant_id: whole.variantId });
const sale = async () =>
  (
    await shop.client.createSale({
      body: { items: [{ ...item(), quantity: 2 }], payments: [{ channel: 'cash' }] },
    })
  ).data.id;
const parked = async () =>
  (await shop.client.createSale({ body: { items: [item()], status: 'parked' } })).data.id;
const count = async () => (await shop.client.createStockCount({ body: {} })).data.id;

/** Every door through which a quantity of something in the catalogue comes, with half a piece in the hand. */
const doors: Readonly<Record<string, () => Promise<unknown>>> = {
  'createStockAdjustment items.0.delta': () =>
    shop.client.createStockAdjustment({ body: { items: [{ ...item(), delta: 0.5, reason: 'purchase' }] } }),
  'createStockAdjustment items.0.set_to': () =>
    shop.client.createStockAdjustment({ body: { items: [{ ...item(), set_to: 1.5 }] } }),
  'addStockCountLines items.0.counted': async () =>
    shop.client.addStockCountLines({
      params: { id: await count() },
      body: { items: [{ ...item(), counted: 2.5 }] },
    }),
  'createStockTransfer items.0.quantity': () =>
    shop.client.createStockTransfer({
      body: { to_location_id: away, items: [{ ...item(), quantity: 0.5 }] },
    }),
  'receiveStockTransfer items.0.received': async () => {
    const { data } = await shop.client.createStockTransfer({
      body: { to_location_id: away, items: [{ ...item(), quantity: 2 }] },
    });
    return shop.client.receiveStockTransfer({
      params: { id: data.id },
      body: { items: [{ line: 1, received: 1.5 }] },
    });
  },
  'createSale items.0.quantity': () =>
    shop.client.createSale({ body: { items: [{ ...item(), quantity: 0.5 }] } }),
  'quoteSale items.0.quantity': () =>
    shop.client.quoteSale({ body: { items: [{ ...item(), quantity: 0.5 }] } }),
  'updateSale items.0.quantity': async () =>
    shop.client.updateSale({
      params: { id: await parked() },
      body: { items: [{ ...item(), quantity: 0.5 }] },
    }),
  'refundSale items.0.quantity': async () =>
    shop.client.refundSale({
      params: { id: await sale() },
      body: { items: [{ line: 1, quantity: 0.5, restock: true }] },
    }),
  'createProduct components.0.quantity': () =>
    shop.client.createProduct({
      body: { name: 'Basket', type: 'bundle', price: 1, components: [{ ...item(), quantity: 0.5 }] },
    }),
  'updateProduct components.0.quantity': async () => {
    const { data } = await shop.client.createProduct({
      body: { name: 'Basket', type: 'bundle', price: 1, components: [{ ...item(), quantity: 1 }] },
    });
    return shop.client.updateProduct({
      params: { id: data.id },
      body: { components: [{ ...item(), quantity: 0.5 }] },
    });
  },
  'importProducts stock': () =>
    shop.client.importProducts({ body: { products: [{ name: 'Cup', price: 1, stock: 0.5 }] } }),
};

/** What was sold without network is written whatever it was, and flagged. */
const FLAGGED = 'syncSales items.0.quantity';

test('every such door is looked at', () => {
  const names = /(^|\.)(quantity|delta|set_to|counted|received|stock)$/;
  const isOfCatalogue = (id: string): boolean => /Stock|Sale|Product|Variant/.test(id);
  const found = Object.values(operations)
    .filter(({ id }) => isOfCatalogue(id))
    .flatMap((one) => {
      const body: FieldSchema =
        one.id === 'syncSales'
          ? (SyncedSaleIn as unknown as FieldSchema)
          : 'body' in one
            ? (one.body as FieldSchema)
            : {};
      return fieldsOf(body)
        .filter(
          ({ path, types }) =>
            names.test(path) && types.some((type) => type === 'number' || type === 'string'),
        )
        .map(({ path }) => `${one.id} ${path}`);
    });
  expect([...new Set(found), 'importProducts stock'].toSorted()).toEqual(
    [...Object.keys(doors), FLAGGED].toSorted(),
  );
});

test.each(Object.keys(doors))('half a piece comes through no door: %s', async (door) => {
  const before = await service.query(
    'SELECT location_id, variant_id, on_hand FROM stock_levels WHERE merchant_id = $1 AND on_hand % 1000 <> 0',
    [shop.id],
  );
  await expect(doors[door]?.()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(
    await service.query(
      'SELECT location_id, variant_id, on_hand FROM stock_levels WHERE merchant_id = $1 AND on_hand % 1000 <> 0',
      [shop.id],
    ),
  ).toEqual(before);
});

test('half of what was sold whole is paid back, and goes on no shelf', async () => {
  const id = await sale();
  const before = await openTill(shop).stockOf(whole);
  expect(
    (await shop.client.refundSale({ params: { id }, body: { items: [{ line: 1, quantity: 0.5 }] } })).data
      .items,
  ).toMatchObject([{ quantity: 0.5, restock: false }]);
  expect(await openTill(shop).stockOf(whole)).toEqual(before);
});

test('what comes in parts goes through all of them', async () => {
  const rope = await openTill(shop).goods({ quantity_step: 0.5, stock: 0 });
  const one = { variant_id: rope.variantId };
  await shop.client.createStockAdjustment({
    body: { client_id: randomUUID(), items: [{ ...one, delta: 2.5 }] },
  });
  await shop.client.addStockCountLines({
    params: { id: await count() },
    body: { items: [{ ...one, counted: 2.5 }] },
  });
  const { data } = await shop.client.createStockTransfer({
    body: { to_location_id: away, items: [{ ...one, quantity: 1.5 }] },
  });
  await shop.client.receiveStockTransfer({
    params: { id: data.id },
    body: { items: [{ line: 1, received: 0.5 }] },
  });
  await expect(
    shop.client.createStockAdjustment({ body: { items: [{ ...one, delta: 0.3 }] } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'items[0].delta' }] } });
});

test('a part that is there already can be put right, and comes as it was sent', async () => {
  const rope = await openTill(shop).goods({ quantity_step: 0.5, stock: 2.5 });
  const one = { variant_id: rope.variantId };
  const { data } = await shop.client.createStockTransfer({
    body: { to_location_id: away, items: [{ ...one, quantity: 1.5 }] },
  });
  await shop.client.updateProduct({ params: { id: rope.productId }, body: { quantity_step: 1 } });
  await shop.client.receiveStockTransfer({
    params: { id: data.id },
    body: { items: [{ line: 1, received: 1.5 }] },
  });
  await shop.client.createStockAdjustment({ body: { location_id: away, items: [{ ...one, set_to: 1 }] } });
});
