import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { findSellables, taxesOf, type WantedItem } from './sellables.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const find = (wanted: readonly WantedItem[], merchant = shop) => {
  const tenant = { merchantId: merchant.id, livemode: false };
  return findSellables(service.server.runtime.context.store.of(tenant), tenant, wanted);
};

test('what is sold is found by its variant, product, SKU or barcode, in the order asked for', async () => {
  const { data: group } = await shop.client.createModifierGroup({
    body: {
      name: 'Extras',
      max_select: 1,
      modifiers: [
        { name: 'Pepper', price: 2.5 },
        { name: 'Off', price: 1, is_active: false },
      ],
    },
  });
  const { data: drinks } = await shop.client.createCategory({ body: { name: 'Drinks' } });
  const { data: beer } = await shop.client.createProduct({
    body: {
      name: 'Beer',
      price: 15,
      cost: 9,
      sku: 'GB',
      barcode: '1',
      tax_rate: 15,
      category_id: drinks.id,
      modifier_group_ids: [group.id],
      quantity_step: 0.001,
    },
  });
  const { data: shirt } = await shop.client.createProduct({
    body: {
      name: 'T-shirt',
      price: 150,
      variants: [
        { name: 'M', sku: 'M' },
        { name: 'L', price: 160 },
      ],
    },
  });
  const [medium, large] = shirt.variants;
  const found = await find([
    { barcode: '1' },
    { variantId: large?.id ?? '' },
    { productId: beer.id },
    { sku: 'M' },
    { productId: shirt.id },
    { sku: 'none' },
    {},
    { variantId: medium?.id ?? '', productId: beer.id },
  ]);
  expect(found.map((one) => (typeof one === 'string' ? one : one.name))).toEqual([
    'Beer',
    'T-shirt, L',
    'Beer',
    'T-shirt, M',
    'ambiguous',
    'absent',
    'absent',
    'absent',
  ]);
  const [sellable] = found;
  expect(sellable).toMatchObject({
    productId: beer.id,
    variantId: beer.variants[0]?.id,
    sku: 'GB',
    barcode: '1',
    priceMinor: 1500n,
    costMinor: 900n,
    tax: { name: 'Tax', rate: 150_000n },
    taxInclusive: null,
    categoryName: 'Drinks',
    quantityStepMilli: 1n,
    isActive: true,
    isDeleted: false,
    groups: [
      { name: 'Extras', minSelect: 0, maxSelect: 1, modifiers: [{ name: 'Pepper', priceMinor: 250n }] },
    ],
  });
  if (typeof sellable === 'object')
    expect(taxesOf(sellable, true)).toEqual([{ name: 'Tax', rate: 150_000n, inclusive: true }]);
  expect(await find([{ variantId: large?.id ?? '' }, { sku: 'GB' }], await service.merchant())).toEqual([
    'absent',
    'absent',
  ]);
});

test('what was deleted is still found by its id, and no more by its codes', async () => {
  const { data: gone } = await shop.client.createProduct({ body: { name: 'Gone', price: 1, sku: 'GONE' } });
  await shop.client.deleteProduct({ params: { id: gone.id } });
  expect(await find([{ productId: gone.id }, { sku: 'GONE' }])).toMatchObject([
    { name: 'Gone', isDeleted: true },
    'absent',
  ]);
});
