import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

type Query = { readonly dry_run?: boolean; readonly partial?: boolean; readonly location_id?: string };
const take = async ({ client }: TestMerchant, csv: string, query: Query = {}) =>
  (await client.importProducts({ body: { csv }, query })).data;
const namesOf = async ({ client }: TestMerchant): Promise<readonly string[]> =>
  (await client.listCategories()).data.map(({ name }) => name);
const bySku = async ({ client }: TestMerchant, sku: string) =>
  (await client.listProducts({ query: { sku } })).data[0];

describe('categories by name', () => {
  test('are found whatever their case, made where there is none, and never doubled', async () => {
    const shop = await service.merchant();
    const { data: drinks } = await shop.client.createCategory({ body: { name: 'Drinks' } });
    const csv = 'sku,name,price,category\nA,Water,5,drinks\nB,Rice,40,Food\nC,Beans,30,FOOD\n';
    const dry = await take(shop, csv, { dry_run: true });
    expect(dry).toMatchObject({ created: 3, categories: [{ id: null, name: 'Food' }] });
    expect(await namesOf(shop)).toEqual(['Drinks']);
    const done = await take(shop, csv);
    expect(done.categories).toMatchObject([{ id: expect.stringMatching(/^cat_/), name: 'Food' }]);
    expect(await namesOf(shop)).toEqual(['Drinks', 'Food']);
    expect((await bySku(shop, 'A'))?.category_id).toBe(drinks.id);
    expect([(await bySku(shop, 'B'))?.category_id, (await bySku(shop, 'C'))?.category_id]).toEqual([
      done.categories[0]?.id,
      done.categories[0]?.id,
    ]);
    expect(await take(shop, csv)).toMatchObject({ unchanged: 3, categories: [] });
    expect(await take(shop, `sku,category\nB,${drinks.id}\n`)).toMatchObject({ updated: 1, categories: [] });
    const { data: changes } = await shop.client.getTillChanges({ query: {} });
    expect(changes.categories.map(({ name }) => name).toSorted()).toEqual(['Drinks', 'Food']);
    expect(changes.products).toHaveLength(3);
  });

  test('are made once by files that come at once, and not for rows that are wrong', async () => {
    const shop = await service.merchant();
    const settled = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) =>
        take(shop, `sku,name,price,category\nS${at},Soap ${at},5,Toiletries\n`),
      ),
    );
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await namesOf(shop)).toEqual(['Toiletries']);
    await take(shop, 'sku,name,price,category\nX,,5,Nowhere\nY,Right,5,\n', { partial: true });
    expect(await namesOf(shop)).toEqual(['Toiletries']);
    await expect(
      take(shop, 'sku,name,price,category,category_id\nZ,Two,5,Food,cat_x\n'),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { rows: [{ errors: [{ column: 'category' }] }] },
    });
  });
});

describe('stock in a file', () => {
  test('is there when new products are, and counted where they were', async () => {
    const shop = await service.merchant();
    const { data: beach } = await shop.client.createLocation({ body: { name: 'Beach' } });
    const csv = 'sku;name;price;cost;quantity_step;stock\nRICE;Rice;40;30;0,5;12,5\nOIL;Oil;90;;;0\n';
    const told = { location_id: beach.id, before: 0, after: 12.5, reason: 'initial' };
    expect(await take(shop, csv, { dry_run: true, location_id: beach.id })).toMatchObject({
      stock_moved: 1,
      results: [{ action: 'created', stock: told }, { stock: null }],
    });
    expect(await take(shop, csv, { location_id: beach.id })).toMatchObject({
      stock_moved: 1,
      results: [{ stock: told }, {}],
    });
    expect(await bySku(shop, 'RICE')).toMatchObject({
      variants: [{ stock: [{ location_id: beach.id, on_hand: 12.5, available: 12.5 }] }],
    });
    expect(await take(shop, csv, { location_id: beach.id })).toMatchObject({ unchanged: 2, stock_moved: 0 });
    expect(await take(shop, 'sku,stock\nRICE,7\n', { location_id: beach.id })).toMatchObject({
      updated: 1,
      results: [{ stock: { before: 12.5, after: 7, reason: 'count' } }],
    });
    expect(await take(shop, `sku,stock,location_id\nRICE,3,\nOIL,4,${beach.id}\n`)).toMatchObject({
      stock_moved: 2,
    });
    const movements = (await shop.client.listStockMovements({ query: { sort: 'created_at' } })).data;
    expect(
      movements.map(({ sku, reason, delta, unit_cost }) => [sku, reason, delta, unit_cost]).slice(0, 2),
    ).toEqual([
      ['RICE', 'initial', 12.5, 30],
      ['RICE', 'count', -5.5, null],
    ]);
    expect(
      movements
        .slice(2)
        .map(({ sku, balance_after }) => [sku, balance_after])
        .toSorted(),
    ).toEqual([
      ['OIL', 4],
      ['RICE', 3],
    ]);
  });

  test('is refused where there can be none, and then nothing is written', async () => {
    const shop = await service.merchant();
    const wrong =
      'sku,name,price,type,stock,location_id\nA,Cutting,20,service,3,\nB,Rice,40,,-1,\nC,Oil,90,,1,loc_none\nD,Salt,5,,0.0001,\n';
    await expect(take(shop, wrong)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        failed: 4,
        rows: [
          { errors: [{ column: 'stock' }] },
          { errors: [{ column: 'stock' }] },
          { errors: [{ column: 'location_id', code: 'LOCATION_NOT_FOUND' }] },
          { errors: [{ column: 'stock' }] },
        ],
      },
    });
    expect((await shop.client.listProducts({ query: {} })).data).toEqual([]);
    await expect(take(shop, wrong, { location_id: 'loc_none' })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
    });
  });
});

test('a bundle goes out and in again', async () => {
  const shop = await service.merchant();
  await take(shop, 'sku,name,price,stock\nRICE,Rice,40,9\n');
  const rice = (await bySku(shop, 'RICE'))?.variants[0]?.id ?? '';
  await shop.client.importProducts({
    body: {
      products: [
        {
          sku: 'BASKET',
          name: 'Basket',
          price: 99,
          type: 'bundle',
          components: [{ variant_id: rice, quantity: 3 }],
        },
      ],
    },
  });
  expect(await bySku(shop, 'BASKET')).toMatchObject({
    components: [{ quantity: 3 }],
    variants: [{ stock: [{ available: 3 }] }],
  });
  const csv = await (
    await fetch(`${service.baseUrl}/pos/products`, { headers: { 'x-api-key': shop.key, accept: 'text/csv' } })
  ).text();
  expect(await take(shop, csv)).toMatchObject({ rows: 2, unchanged: 2 });
});

/** Until a statement of this database waits for a lock of somebody else; false where none does any more. */
async function isHeldUp(onlooker: Connection, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    const { rows } = await onlooker.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return true;
  }
  return false;
}

test('while a file is being written others make and change products, and tills miss none', async () => {
  const shop = await service.merchant();
  await take(shop, 'sku,name,price,stock\nRICE,Rice,40,9\n');
  const { data: other } = await shop.client.createProduct({ body: { name: 'Other', price: 1 } });
  const [holder, onlooker] = await Promise.all(
    [0, 1].map(async () => {
      const connection = new Connection({ connectionString: service.databaseUrl });
      await connection.connect();
      return connection;
    }),
  );
  if (!holder || !onlooker) throw new Error('Two connections were opened.');
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM stock_levels WHERE merchant_id = $1 FOR UPDATE', [shop.id]);
    let isOver = false;
    const file = `sku,name,price,stock\nRICE,Rice,41,5\n${Array.from({ length: 300 }, (_, at) => `N${at},New ${at},1,`).join('\n')}\n`;
    const importing = take(shop, file)
      .catch((refusal: unknown) => refusal)
      .finally(() => (isOver = true));
    await isHeldUp(onlooker, () => isOver);
    const { data: made } = await shop.client.createProduct({ body: { name: 'Made meanwhile', price: 1 } });
    await shop.client.updateProduct({ params: { id: other.id }, body: { price: 2 } });
    await holder.query('COMMIT');
    await importing;
    expect(await take(shop, file)).toMatchObject({ rows: 301, failed: 0 });
    const { data } = await shop.client.getTillChanges({ query: { limit: 1_000 } });
    expect(new Set(data.products.map(({ name }) => name)).size).toBe(303);
    expect(data.products.find(({ id }) => id === made.id)).toMatchObject({ name: 'Made meanwhile' });
    expect(data.products.find(({ id }) => id === other.id)).toMatchObject({ price: 2 });
  } finally {
    await Promise.all([holder.end(), onlooker.end()]);
  }
}, 300_000);
