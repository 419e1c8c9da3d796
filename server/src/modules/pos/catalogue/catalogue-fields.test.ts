import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const category = async (name: string, parent_id: string | null = null) =>
  (await shop.client.createCategory({ body: { name, parent_id } })).data;

describe('a category', () => {
  test('is made, listed by position and name, changed, moved and deleted', async () => {
    const drinks = (
      await shop.client.createCategory({ body: { name: 'Drinks', color: '#1A73E8', position: 2 } })
    ).data;
    expect(drinks).toMatchObject({
      name: 'Drinks',
      parent_id: null,
      color: '#1A73E8',
      position: 2,
      is_active: true,
      version: 1,
      livemode: false,
    });
    const cold = await category('Cold', drinks.id);
    await category('Apples');
    expect((await shop.client.listCategories()).data.map(({ name }) => name)).toEqual([
      'Apples',
      'Cold',
      'Drinks',
    ]);
    expect((await shop.client.listCategories({ query: { parent_id: drinks.id } })).data).toEqual([cold]);
    expect((await shop.client.listCategories({ query: { q: 'DRINK' } })).data).toEqual([drinks]);
    const { data: renamed } = await shop.client.updateCategory({
      params: { id: cold.id },
      body: { name: 'Cold drinks', parent_id: null },
    });
    expect(renamed).toMatchObject({ name: 'Cold drinks', parent_id: null, version: 2 });
    expect(
      (
        await shop.client.updateCategory({
          params: { id: cold.id },
          body: { name: renamed.name, parent_id: null, color: null },
        })
      ).data.version,
    ).toBe(2);
    expect((await shop.client.getCategory({ params: { id: cold.id } })).data).toEqual(renamed);
    await shop.client.deleteCategory({ params: { id: cold.id } });
    await expect(shop.client.getCategory({ params: { id: cold.id } })).rejects.toMatchObject({
      code: 'CATEGORY_NOT_FOUND',
    });
  });

  test('leaves its products in none when it is deleted', async () => {
    const gone = await category('Gone');
    const { data: product } = await shop.client.createProduct({
      body: { name: 'Left', price: 1, category_id: gone.id },
    });
    expect((await shop.client.listProducts({ query: { category_id: gone.id } })).data).toHaveLength(1);
    await shop.client.deleteCategory({ params: { id: gone.id } });
    expect((await shop.client.getProduct({ params: { id: product.id } })).data.category_id).toBe(null);
    expect((await shop.client.listProducts({ query: { category_id: gone.id } })).data).toEqual([]);
    expect(
      (await shop.client.listProducts({ query: { category_id: 'none' } })).data.map(({ id }) => id),
    ).toEqual([product.id]);
    expect(
      (await shop.client.updateProduct({ params: { id: product.id }, body: { name: 'Still there' } })).data
        .category_id,
    ).toBe(null);
  });

  test('never lies below itself, however many move at once, nor deeper than 8 levels', async () => {
    const above = await category('Above');
    const below = await category('Below', above.id);
    await expect(
      shop.client.updateCategory({ params: { id: above.id }, body: { parent_id: below.id } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(
      shop.client.updateCategory({ params: { id: above.id }, body: { parent_id: above.id } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(category('Nowhere', 'cat_00000000000000000000000000')).rejects.toMatchObject({
      code: 'CATEGORY_NOT_FOUND',
    });
    await expect(shop.client.deleteCategory({ params: { id: above.id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    const ring = await Promise.all(['A', 'B', 'C', 'D'].map((name) => category(name)));
    const moves = await Promise.allSettled(
      ring.map(({ id }, at) =>
        shop.client.updateCategory({
          params: { id },
          body: { parent_id: ring[(at + 1) % ring.length]?.id ?? null },
        }),
      ),
    );
    expect(moves.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    let deepest = await category('Level 1');
    for (let level = 2; level <= 8; level += 1) deepest = await category(`Level ${level}`, deepest.id);
    await expect(category('Level 9', deepest.id)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(
      shop.client.updateCategory({ params: { id: above.id }, body: { parent_id: deepest.id } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('a tax rate', () => {
  test('is what products name, and changes them all at once', async () => {
    const { data: gst } = await shop.client.createTaxRate({ body: { name: 'GST', rate: '15' } });
    const { data: product } = await shop.client.createProduct({
      body: { name: 'Taxed', price: 1, tax_rate_id: gst.id },
    });
    expect(product).toMatchObject({ tax_rate_id: gst.id, tax_rate: 15 });
    await shop.client.updateTaxRate({ params: { id: gst.id }, body: { rate: 12.5 } });
    const { data: now } = await shop.client.getProduct({ params: { id: product.id } });
    expect(now).toMatchObject({ tax_rate: 12.5, version: 1 });
    expect(
      (
        await shop.client.updateProduct({
          params: { id: product.id },
          body: { tax_rate_id: now.tax_rate_id, tax_rate: now.tax_rate, name: 'Taxed still' },
        })
      ).data,
    ).toMatchObject({ tax_rate_id: gst.id, tax_rate: 12.5 });
    await expect(
      shop.client.updateProduct({ params: { id: product.id }, body: { tax_rate_id: gst.id, tax_rate: 3 } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(shop.client.deleteTaxRate({ params: { id: gst.id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { products: 1 },
    });
    expect(
      (await shop.client.updateProduct({ params: { id: product.id }, body: { tax_rate: 3 } })).data,
    ).toMatchObject({ tax_rate_id: null, tax_rate: 3 });
    await shop.client.deleteTaxRate({ params: { id: gst.id } });
    await expect(
      shop.client.updateProduct({ params: { id: product.id }, body: { tax_rate_id: gst.id } }),
    ).rejects.toMatchObject({ code: 'TAX_RATE_NOT_FOUND' });
  });

  test('is from 0 to 100 percent with four decimals', async () => {
    for (const rate of [-1, 100.1, '15,5', 1.00001, 'x'])
      await expect(
        shop.client.createTaxRate({ body: { name: 'Odd', rate } }),
        String(rate),
      ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await shop.client.createTaxRate({ body: { name: 'Exact', rate: 0.0001 } })).data.rate).toBe(
      0.0001,
    );
  });
});

test('a discount takes off a percentage or an amount; another type needs its value', async () => {
  const { data: staff } = await shop.client.createDiscount({
    body: { name: 'Staff', type: 'percent', value: 10 },
  });
  expect(staff).toMatchObject({ type: 'percent', value: 10, currency: 'SLE', applies_to: 'any' });
  await expect(
    shop.client.updateDiscount({ params: { id: staff.id }, body: { type: 'fixed' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(
    (
      await shop.client.updateDiscount({
        params: { id: staff.id },
        body: { type: 'fixed', value: '2.50', applies_to: 'item' },
      })
    ).data,
  ).toMatchObject({ type: 'fixed', value: 2.5, applies_to: 'item', version: 2 });
  await expect(
    shop.client.updateDiscount({ params: { id: staff.id }, body: { value: 2.505 } }),
  ).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
  await expect(
    shop.client.createDiscount({ body: { name: 'Nothing', type: 'fixed', value: 0 } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await shop.client.deleteDiscount({ params: { id: staff.id } })).data).toEqual({
    id: staff.id,
    deleted: true,
  });
  await expect(shop.client.getDiscount({ params: { id: staff.id } })).rejects.toMatchObject({
    code: 'DISCOUNT_NOT_FOUND',
  });
});

test('a modifier group is changed whole: named modifiers stay, new ones come, others go', async () => {
  const { data: extras } = await shop.client.createModifierGroup({
    body: { name: 'Extras', max_select: 2, modifiers: [{ name: 'Pepper', price: 2.5 }, { name: 'Onion' }] },
  });
  expect(extras).toMatchObject({
    min_select: 0,
    max_select: 2,
    modifiers: [
      { name: 'Pepper', price: 2.5, is_active: true },
      { name: 'Onion', price: 0 },
    ],
  });
  const [pepper] = extras.modifiers;
  const { data: changed } = await shop.client.updateModifierGroup({
    params: { id: extras.id },
    body: {
      modifiers: [
        { name: 'Cheese', price: 5 },
        { id: pepper?.id ?? '', name: 'Hot pepper' },
      ],
    },
  });
  expect(changed.modifiers).toMatchObject([
    { name: 'Cheese', price: 5 },
    { id: pepper?.id, name: 'Hot pepper', price: 2.5 },
  ]);
  await expect(
    shop.client.updateModifierGroup({
      params: { id: extras.id },
      body: { modifiers: [{ id: 'mod_00000000000000000000000000', name: 'Whose' }] },
    }),
  ).rejects.toMatchObject({ code: 'MODIFIER_NOT_FOUND' });
  await expect(
    shop.client.updateModifierGroup({ params: { id: extras.id }, body: { min_select: 3 } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const { data: product } = await shop.client.createProduct({
    body: { name: 'Burger', price: 40, modifier_group_ids: [extras.id] },
  });
  await shop.client.deleteModifierGroup({ params: { id: extras.id } });
  expect((await shop.client.getProduct({ params: { id: product.id } })).data.modifier_group_ids).toEqual([]);
});

test('nobody overwrites what another changed meanwhile', async () => {
  const { data, etag } = await shop.client.createDiscount({
    body: { name: 'Seen', type: 'percent', value: 1 },
  });
  await shop.client.updateDiscount({ params: { id: data.id }, body: { value: 2 }, ifMatch: etag ?? '' });
  await expect(
    shop.client.updateDiscount({ params: { id: data.id }, body: { value: 3 }, ifMatch: etag ?? '' }),
  ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await expect(
    shop.client.deleteDiscount({ params: { id: data.id }, ifMatch: etag ?? '' }),
  ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      shop.client.updateDiscount({ params: { id: data.id }, body: { position: at + 1 } }),
    ),
  );
  expect(all).toHaveLength(8);
});
