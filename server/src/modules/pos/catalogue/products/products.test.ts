import type { Input, Operations } from '@cottontree/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

let number = 0;
const next = (): string => String((number += 1)).padStart(6, '0');
const product = async (body: object = {}) =>
  (await shop.client.createProduct({ body: { name: `Product ${next()}`, price: 10, ...body } })).data;
const shirt = async () =>
  product({
    name: 'T-shirt',
    price: 150,
    options: [{ name: 'Size', values: ['M', 'L', 'XL'] }],
    variants: [
      { sku: `TS-M-${next()}`, options: { Size: 'M' } },
      { sku: `TS-L-${next()}`, options: { Size: 'L' }, price: 160, barcode: `59${next()}` },
    ],
  });

describe('a product', () => {
  test('is made with one variant that stands for it, read, looked up by its barcode and listed', async () => {
    const made = await product({
      name: 'Ginger beer',
      sku: 'GB-33',
      barcode: '5449000000996',
      price: '15.50',
      cost: 9.5,
      tax_rate: 15,
      tax_inclusive: true,
      low_stock_threshold: 12,
      quantity_step: '0.001',
      unit: 'l',
      metadata: { resource: 'A' },
    });
    expect(made).toMatchObject({
      name: 'Ginger beer',
      sku: 'GB-33',
      barcode: '5449000000996',
      barcodes: ['5449000000996'],
      price: 15.5,
      cost: 9.5,
      currency: 'SLE',
      tax_rate_id: null,
      tax_rate: 15,
      tax_inclusive: true,
      type: 'simple',
      quantity_step: 0.001,
      unit: 'l',
      track_inventory: true,
      low_stock_threshold: 12,
      version: 1,
      livemode: false,
      metadata: { resource: 'A' },
      variants: [
        { name: null, sku: 'GB-33', price: 15.5, cost: 9.5, own_price: null, options: {}, stock: [] },
      ],
    });
    const { data } = await shop.client.getProduct({ params: { id: made.id } });
    expect(data).toEqual(made);
    expect((await shop.client.lookUpProduct({ query: { barcode: '5449000000996' } })).data).toEqual({
      variant_id: made.variants[0]?.id,
      product: made,
    });
    for (const query of [
      { q: 'GINGER' },
      { q: 'gb-33' },
      { q: '544900' },
      { barcode: '5449000000996' },
      { sku: 'GB-33' },
    ])
      expect((await shop.client.listProducts({ query })).data, JSON.stringify(query)).toEqual([made]);
    expect((await shop.client.listProducts({ query: { q: '%' } })).data).toEqual([]);
  });

  test('is found without case and accents, whatever stands in its name', async () => {
    const hostile = '=HYPERLINK("http://x")<script>alert(1)</script> Café ᚠ';
    const made = await product({ name: hostile });
    expect((await shop.client.listProducts({ query: { q: 'cafe' } })).data.map(({ name }) => name)).toEqual([
      hostile,
    ]);
    expect((await shop.client.getProduct({ params: { id: made.id } })).data.name).toBe(hostile);
  });

  test('changes the fields given, only as it was last seen, and says nothing new when nothing is', async () => {
    const made = await product({ sku: `PA-${next()}` });
    const seen = await fetch(`${service.baseUrl}/pos/products/${made.id}`, {
      headers: { 'x-api-key': shop.key },
    });
    const patch = (body: object, ifMatch: string) =>
      fetch(`${service.baseUrl}/pos/products/${made.id}`, {
        method: 'PATCH',
        headers: { 'x-api-key': shop.key, 'content-type': 'application/json', 'if-match': ifMatch },
        body: JSON.stringify(body),
      });
    const tag = seen.headers.get('etag') ?? '';
    const same = await patch(made, tag);
    expect([same.status, ((await same.json()) as { data: object }).data]).toEqual([200, made]);
    expect((await patch({ price: 12, barcodes: ['A-1-1', 'A-1-2'] }, tag)).status).toBe(200);
    expect((await patch({ price: 13 }, tag)).status).toBe(412);
    const { data } = await shop.client.getProduct({ params: { id: made.id } });
    expect(data).toMatchObject({
      price: 12,
      barcode: 'A-1-1',
      barcodes: ['A-1-1', 'A-1-2'],
      sku: made.sku,
      version: 2,
    });
    await shop.client.updateProduct({
      params: { id: made.id },
      body: { barcode: null, sku: null, cost: null, description: '' },
    });
    expect((await shop.client.getProduct({ params: { id: made.id } })).data).toMatchObject({
      sku: null,
      barcodes: [],
      description: null,
      version: 3,
    });
    await expect(
      shop.client.updateProduct({ params: { id: made.id }, body: { ...data, variants: [] } as never }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('variants') });
  });

  test('is deleted for good: its codes are free, its id stays unknown', async () => {
    const sku = `DEL-${next()}`;
    const made = await product({ sku, barcode: `B${sku}` });
    expect((await shop.client.deleteProduct({ params: { id: made.id } })).data).toEqual({
      id: made.id,
      deleted: true,
    });
    await expect(shop.client.getProduct({ params: { id: made.id } })).rejects.toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
    });
    await expect(shop.client.lookUpProduct({ query: { barcode: `B${sku}` } })).rejects.toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
    });
    await expect(shop.client.deleteProduct({ params: { id: made.id } })).rejects.toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
    });
    await product({ sku, barcode: `B${sku}` });
  });

  test('is told of: created, updated, deleted, each with the whole product', async () => {
    const made = await product();
    await shop.client.updateProduct({ params: { id: made.id }, body: { name: 'Renamed' } });
    await shop.client.deleteProduct({ params: { id: made.id } });
    const told = await service.query(
      'SELECT kind, sequence, facts FROM outbox WHERE entity = $1 ORDER BY sequence',
      [made.id],
    );
    expect(told.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['pos.product.created', 1],
      ['pos.product.updated', 2],
      ['pos.product.deleted', 3],
    ]);
    expect(told[0]?.['facts']).toEqual(made);
    await service.drain();
    const { data: messages } = await shop.client.listMessages({ query: { limit: 100 } });
    const last = messages.find(({ event }) => event === 'pos.product.deleted');
    const { data: message } = await shop.client.getMessage({ params: { id: last?.id ?? '' } });
    expect(
      (JSON.parse(message.body) as { readonly data: { readonly object: object } }).data.object,
    ).toMatchObject({ ...made, name: 'Renamed', version: 3, updated_at: expect.anything() });
  });
});

describe('a variable product', () => {
  test("has variants with codes and prices of their own, or the product's", async () => {
    const made = await shirt();
    expect(made).toMatchObject({
      type: 'variable',
      sku: null,
      barcode: null,
      price: 150,
      variants: [
        { name: 'M', price: 150, own_price: null },
        { name: 'L', price: 160, own_price: 160, options: { Size: 'L' } },
      ],
    });
    const { data: dearer } = await shop.client.updateProduct({
      params: { id: made.id },
      body: { price: 155 },
    });
    expect(dearer.variants.map(({ price }) => price)).toEqual([155, 160]);
    const { data: more } = await shop.client.createVariant({
      params: { id: made.id },
      body: { options: { Size: 'XL' }, price: 170 },
    });
    expect(more.variants.map(({ name }) => name)).toEqual(['M', 'L', 'XL']);
    const [medium, large] = more.variants;
    const { data: swapped } = await shop.client.updateVariant({
      params: { id: made.id, variantId: large?.id ?? '' },
      body: { price: null, sku: null },
    });
    expect(swapped.variants[1]).toMatchObject({ price: 155, own_price: null, sku: null });
    const { data: moved } = await shop.client.updateVariant({
      params: { id: made.id, variantId: medium?.id ?? '' },
      body: { sku: large?.sku ?? '' },
    });
    expect(moved.variants[0]?.sku).toBe(large?.sku);
    const { data: left } = await shop.client.deleteVariant({
      params: { id: made.id, variantId: medium?.id ?? '' },
    });
    expect(left.variants.map(({ name }) => name)).toEqual(['L', 'XL']);
    await product({ sku: large?.sku ?? '' });
  });

  test('can be made of a simple one, whose stock stays with its first variant', async () => {
    const made = await product({ name: 'Cap', sku: `CAP-${next()}` });
    const { data } = await shop.client.updateProduct({ params: { id: made.id }, body: { type: 'variable' } });
    expect(data).toMatchObject({
      type: 'variable',
      sku: null,
      variants: [{ id: made.variants[0]?.id, name: 'Cap', sku: made.sku }],
    });
    await shop.client.createVariant({ params: { id: made.id }, body: { name: 'Cap, red' } });
    await expect(
      shop.client.updateProduct({ params: { id: made.id }, body: { type: 'simple' } }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  test('has options also where it was made of a simple one: what is there has the first value of each', async () => {
    const made = await product({ name: 'Cap', sku: `CAP-${next()}` });
    const params = { id: made.id };
    const update = async (body: Input<Operations['updateProduct']>['body']) =>
      (await shop.client.updateProduct({ params, body })).data;
    const size = { name: 'Size', values: ['S', 'M'] };
    await expect(update({ options: [size] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('"type": "variable"'),
    });
    expect(await update({ type: 'variable', options: [size] })).toMatchObject({
      options: [size],
      variants: [{ id: made.variants[0]?.id, name: 'S', options: { Size: 'S' }, sku: made.sku }],
    });
    await shop.client.createVariant({ params, body: { options: { Size: 'M' } } });
    const colour = { name: 'Colour', values: ['red', 'blue'] };
    expect((await update({ options: [size, colour] })).variants).toMatchObject([
      { name: 'S', options: { Size: 'S', Colour: 'red' } },
      { name: 'M', options: { Size: 'M', Colour: 'red' } },
    ]);
    // What an option has no more, a variant has to say itself.
    await expect(update({ options: [{ name: 'Size', values: ['M'] }, colour] })).rejects.toMatchObject({
      details: { fields: [{ path: 'variants[0].options.Size' }] },
    });
  });

  test('changes what all its variants share; a variant is refused it, unless it is as it is', async () => {
    const made = await shirt();
    const { id, category_id, type, tax_rate } = made;
    const large = { id, variantId: made.variants[1]?.id ?? '' };
    const others = { category_id: 'cat_of_mine', type: 'service', description: 'Warm' };
    for (const [field, value] of Object.entries(others))
      for (const act of [
        () =>
          shop.client.createVariant({ params: { id }, body: { options: { Size: 'XL' }, [field]: value } }),
        () => shop.client.updateVariant({ params: large, body: { price: 165, [field]: value } }),
      ])
        await expect(act()).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
          message: expect.stringContaining(field),
        });
    const same = { category_id, type, tax_rate, is_mine: true };
    const { data } = await shop.client.createVariant({
      params: { id },
      body: { options: { Size: 'XL' }, ...same },
    });
    expect(data.variants.map(({ name }) => name)).toEqual(['M', 'L', 'XL']);
    await shop.client.updateVariant({ params: large, body: { price: 165, ...same } });
  });

  test('refuses variants that do not fit, and to lose the last one', async () => {
    const made = await shirt();
    const add = (body: object) => shop.client.createVariant({ params: { id: made.id }, body });
    await expect(add({ options: { Size: 'XS' } })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(add({ options: { Size: 'M' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('differ'),
    });
    await expect(add({ options: { Size: 'XL', Color: 'red' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(add({ name: 'No options' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(add({ options: { Size: 'XL' }, sku: made.variants[0]?.sku ?? '' })).rejects.toMatchObject({
      code: 'DUPLICATE_SKU',
    });
    await shop.client.deleteVariant({ params: { id: made.id, variantId: made.variants[0]?.id ?? '' } });
    await expect(
      shop.client.deleteVariant({ params: { id: made.id, variantId: made.variants[1]?.id ?? '' } }),
    ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(product({ type: 'variable' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(product({ sku: 'X', variants: [{ name: 'A' }] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('a code', () => {
  test('stands on one variant of the catalogue, also when many want it at once', async () => {
    const sku = `ONE-${next()}`;
    const settled = await Promise.allSettled(
      Array.from({ length: 24 }, () => product({ sku, barcode: `B${sku}` })),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of settled)
      if (one.status === 'rejected')
        expect(['DUPLICATE_SKU', 'DUPLICATE_BARCODE']).toContain((one.reason as { code: string }).code);
    await expect(product({ barcode: `B${sku}` })).rejects.toMatchObject({
      code: 'DUPLICATE_BARCODE',
      details: { variant_id: expect.stringMatching(/^var_/), barcode: `B${sku}` },
    });
    await expect(
      product({
        variants: [
          { name: 'A', sku: 'TWICE' },
          { name: 'B', sku: 'TWICE' },
        ],
      }),
    ).rejects.toMatchObject({ code: 'DUPLICATE_SKU' });
  });

  test('of another merchant, or of live data, is none of ours', async () => {
    const sku = `FREE-${next()}`;
    await product({ sku });
    const other = await service.merchant();
    await other.client.createProduct({ body: { name: 'Same code', price: 1, sku } });
  });
});

test('64 equal requests with one key make one product', async () => {
  const body = { name: `Once ${next()}`, price: 5 };
  const made = await Promise.all(
    Array.from({ length: 64 }, () => shop.client.createProduct({ body, idempotencyKey: 'one-product' })),
  );
  expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);
  expect((await shop.client.listProducts({ query: { q: body.name } })).data).toHaveLength(1);
});

test('a picture is made anew, seen under its link, and the one before is gone', async () => {
  const made = await product();
  const picture = async (side: number): Promise<string> =>
    (
      await sharp({ create: { width: side, height: side, channels: 3, background: '#a33' } })
        .png()
        .toBuffer()
    ).toString('base64');
  const put = async (image: string) =>
    (await shop.client.setProductImage({ params: { id: made.id }, body: { image } })).data;
  const first = (await put(await picture(40))).image_url ?? '';
  const seen = await fetch(first);
  expect([
    seen.status,
    seen.headers.get('content-type'),
    (await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).width,
  ]).toEqual([200, 'image/jpeg', 40]);
  const second = await put(await picture(50));
  expect(second.image_url).not.toBe(first);
  expect((await fetch(first)).status).toBe(404);
  expect(
    (
      await shop.client.updateProduct({
        params: { id: made.id },
        body: { image_url: second.image_url, name: 'Pictured' },
      })
    ).data.image_url,
  ).toBe(second.image_url);
  expect(
    (await shop.client.updateProduct({ params: { id: made.id }, body: { image_url: null } })).data.image_url,
  ).toBe(null);
  await expect(put('PHN2Zz48L3N2Zz4=')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('what it names must be there', async () => {
  await expect(product({ category_id: 'cat_00000000000000000000000000' })).rejects.toMatchObject({
    code: 'CATEGORY_NOT_FOUND',
  });
  await expect(product({ tax_rate_id: 'tax_00000000000000000000000000' })).rejects.toMatchObject({
    code: 'TAX_RATE_NOT_FOUND',
  });
  await expect(product({ modifier_group_ids: ['mgr_00000000000000000000000000'] })).rejects.toMatchObject({
    code: 'MODIFIER_GROUP_NOT_FOUND',
  });
  await expect(product({ price: 1.005 })).rejects.toMatchObject({ code: 'AMOUNT_PRECISION' });
  await expect(product({ price: undefined })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(product({ quantity_step: 0 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(product({ image_url: 'http://example.sl/a.png' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});
