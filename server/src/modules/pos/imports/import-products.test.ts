import { sample, string } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const take = async (
  csv: string,
  query: { readonly dry_run?: boolean; readonly partial?: boolean } = {},
  { client } = shop,
) => (await client.importProducts({ body: { csv }, query })).data;
const exported = async ({ key } = shop) =>
  (
    await fetch(`${service.baseUrl}/pos/products`, { headers: { 'x-api-key': key, accept: 'text/csv' } })
  ).text();
const catalogue = async ({ client } = shop) => (await client.listProducts({ query: { limit: 100 } })).data;

describe('a file of products', () => {
  test('says in a dry run what would become of each row, then does it, and sent again changes nothing', async () => {
    const csv =
      'sku,name,price,barcode,tax_rate,is_active\nGB-33,Ginger beer,15.50,5449000000996,15,yes\nWA-05,Water,5,,,no\n';
    const dry = await take(csv, { dry_run: true });
    expect(dry).toMatchObject({
      dry_run: true,
      rows: 2,
      created: 2,
      updated: 0,
      failed: 0,
      results: [
        { row: 1, action: 'created', product_id: null, name: 'Ginger beer' },
        { row: 2, action: 'created' },
      ],
    });
    expect(await catalogue()).toEqual([]);
    const done = await take(csv);
    expect(done).toMatchObject({
      dry_run: false,
      created: 2,
      results: [{ product_id: expect.stringMatching(/^prod_/) }, {}],
    });
    expect((await shop.client.listProducts({ query: { sku: 'GB-33' } })).data).toMatchObject([
      { price: 15.5, barcode: '5449000000996', tax_rate: 15, is_active: true },
    ]);
    expect(await take(csv)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await take('sku;price\nGB-33;16,50\nWA-05;5\n')).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await shop.client.listProducts({ query: { sku: 'GB-33' } })).data).toMatchObject([
      { name: 'Ginger beer', price: 16.5, version: 2 },
    ]);
  });

  test('is written whole or not at all, and every wrong row is told; partial writes the right ones', async () => {
    const csv = 'sku,name,price\nR-1,Right,1\nW-1,,1\nW-2,Comma,"12,50"\nR-1,Twice,1\n';
    const before = await catalogue();
    await expect(take(csv)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        failed: 3,
        rows: [
          { row: 2 },
          { row: 3, errors: [{ column: 'price', message: expect.stringContaining('12,50') }] },
          // What row 1 would have become has no id that anybody could look for.
          { row: 4, errors: [{ code: 'DUPLICATE_SKU', message: 'Row 1 has the SKU R-1 already.' }] },
        ],
      },
    });
    expect(await catalogue()).toEqual(before);
    expect(await take(csv, { partial: true })).toMatchObject({ created: 1, failed: 3 });
    expect((await shop.client.listProducts({ query: { sku: 'R-1' } })).data).toMatchObject([
      { name: 'Right' },
    ]);
  });

  test('may come from a spreadsheet: byte order mark, semicolons, other headings, quoted line breaks', async () => {
    expect(
      await take('\uFEFFProduct Name;Unit Price;EAN;barcodes\r\n"Palm oil\n1 l";"1200,75";;A1|A2\r\n'),
    ).toMatchObject({ created: 1 });
    expect((await shop.client.listProducts({ query: { barcode: 'A2' } })).data).toMatchObject([
      { name: 'Palm oil\n1 l', price: 1200.75, barcodes: ['A1', 'A2'] },
    ]);
  });

  test('is refused where it cannot be read', async () => {
    for (const csv of ['name,price', 'name,colour\nA,1', 'name,name\nA,B', 'name\n"open'])
      await expect(take(csv), csv).rejects.toMatchObject({ code: 'INVALID_CSV' });
    await expect(take(`name,price\n${'A,1\n'.repeat(10_001)}`)).rejects.toMatchObject({
      code: 'TOO_MANY_ITEMS',
    });
    await expect(shop.client.importProducts({ body: {} })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

test('two imports of the same SKUs at once make each product once', async () => {
  const csv = (turned: boolean): string => {
    const rows = Array.from({ length: 200 }, (_, at) => `RACE-${at},Race ${at},${at + 1}`);
    return `sku,name,price\n${(turned ? rows.toReversed() : rows).join('\n')}\n`;
  };
  const settled = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => take(csv(at % 2 === 0))));
  const done = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(done.reduce((sum, { created }) => sum + created, 0)).toBe(200);
  for (const one of settled)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'DUPLICATE_SKU' });
  expect((await shop.client.listProducts({ query: { q: 'race-' } })).meta.total).toBe(200);
});

test('an export taken in again changes nothing, and makes the same catalogue elsewhere', async () => {
  const home = await service.merchant();
  await home.client.createProduct({
    body: {
      name: '=SUM(A1)',
      price: 2,
      description: '+1 "quoted", and\nmore',
      sku: '-S-1',
      metadata: { a: 'b' },
      unit: 'kg',
      quantity_step: 0.001,
    },
  });
  await home.client.createProduct({
    body: {
      name: 'T-shirt',
      price: 150,
      options: [{ name: 'Size', values: ['M', 'L'] }],
      variants: [
        { sku: 'TS-M', options: { Size: 'M' } },
        { sku: 'TS-L', barcode: '77', options: { Size: 'L' }, price: 160, cost: 90 },
      ],
    },
  });
  await home.client.createProduct({
    body: {
      name: 'Cutting',
      price: 20,
      type: 'service',
      tax_rate: 15,
      barcodes: ['9', '8'],
      is_active: false,
    },
  });
  const csv = await exported(home);
  expect(await take(csv, {}, home)).toMatchObject({ rows: 3, unchanged: 3 });
  const away = await service.merchant();
  expect(await take(csv, {}, away)).toMatchObject({ created: 3 });
  const own = new Set(['id', 'created_at', 'updated_at']);
  const bare = async (merchant: TestMerchant) =>
    (
      JSON.parse(
        JSON.stringify(await catalogue(merchant), (key, value: unknown) =>
          own.has(key) ? undefined : value,
        ),
      ) as { readonly name: string }[]
    ).toSorted((one, other) => one.name.localeCompare(other.name));
  expect(await bare(away)).toEqual(await bare(home));
});

test('whatever stands in names and codes survives the way out and in again', async () => {
  const text = string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .map((raw) =>
      raw
        .replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '')
        .normalize('NFC')
        .trim(),
    )
    .filter((clean) => clean !== '' && clean === clean.normalize('NFC').trim());
  const home = await service.merchant();
  const names = sample(text, { numRuns: 30, seed: 7 }).flatMap((name) => [name, `=${name}`, `'${name}`]);
  const { data } = await home.client.importProducts({
    body: {
      products: names.map((name, at) => ({
        name: name.slice(0, 100),
        price: at,
        sku: `${at} ${name}`.slice(0, 60).trim(),
      })),
    },
  });
  expect(data.failed).toBe(0);
  expect(await take(await exported(home), {}, home)).toMatchObject({
    rows: names.length,
    unchanged: names.length,
  });
});

/** Enough for several statements; the bench takes in 10,000. */
const ROWS = 1_500;

test('thousands of rows are taken in at once', async () => {
  const big = await service.merchant();
  const csv = `sku,name,price,barcode\n${Array.from({ length: ROWS }, (_, at) => `BIG-${at},Item number ${at},${at % 500},${7_000_000 + at}`).join('\n')}\n`;
  expect(await take(csv, {}, big)).toMatchObject({ created: ROWS, failed: 0 });
  expect(await take(csv, {}, big)).toMatchObject({ unchanged: ROWS });
  expect((await big.client.listProducts({ query: { limit: 1 } })).meta.total).toBe(ROWS);
}, 300_000);
