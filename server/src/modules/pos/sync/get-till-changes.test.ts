import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** What a till has after it has read all there is. */
async function pull(
  client: TestMerchant['client'],
  { cursor, limit = 1_000 }: { readonly cursor?: string; readonly limit?: number } = {},
) {
  const products = new Map<string, string>();
  const deleted: string[] = [];
  let pages = 0;
  for (let at = cursor; ;) {
    const { data } = await client.getTillChanges({
      query: { limit, ...(at === undefined ? {} : { cursor: at }) },
    });
    pages += 1;
    for (const product of data.products) products.set(product.id, product.name);
    for (const { id } of data.deleted) deleted.push(id);
    if (!data.has_more) return { products, deleted, cursor: data.cursor, pages };
    at = data.cursor;
  }
}

test('a till gets everything at first and afterwards what changed, each thing once, and learns what to forget', async () => {
  shop = await service.merchant();
  const { client } = shop;
  const { data: gst } = await client.createTaxRate({ body: { name: 'GST', rate: 15 } });
  const { data: drinks } = await client.createCategory({ body: { name: 'Drinks' } });
  await client.createDiscount({ body: { name: 'Staff', type: 'percent', value: 10 } });
  await client.createModifierGroup({ body: { name: 'Extras' } });
  await client.updatePosSettings({ body: { receipt_header: ['Thank you'] } });
  const { data: beer } = await client.createProduct({
    body: { name: 'Beer', price: 15, category_id: drinks.id, tax_rate_id: gst.id },
  });
  const { data: gone } = await client.createProduct({ body: { name: 'Gone', price: 1 } });
  await client.deleteProduct({ params: { id: gone.id } });
  const { data: first } = await client.getTillChanges();
  const [{ stock: _, ...variant } = { stock: [] }] = beer.variants;
  expect(first).toMatchObject({
    products: [{ ...beer, variants: [variant] }],
    categories: [drinks],
    tax_rates: [gst],
    discounts: [{ name: 'Staff' }],
    modifier_groups: [{ name: 'Extras' }],
    settings: { receipt_header: ['Thank you'] },
    deleted: [],
    has_more: false,
  });
  expect(first.products[0]?.variants[0]).not.toHaveProperty('stock');
  expect((await client.getTillChanges({ query: { cursor: first.cursor } })).data).toMatchObject({
    products: [],
    categories: [],
    settings: null,
    deleted: [],
    cursor: first.cursor,
    has_more: false,
  });
  await client.updateProduct({ params: { id: beer.id }, body: { price: 16 } });
  await client.updateProduct({ params: { id: beer.id }, body: { price: 17 } });
  await client.deleteCategory({ params: { id: drinks.id } });
  const { data: second } = await client.getTillChanges({ query: { cursor: first.cursor } });
  expect(second).toMatchObject({
    products: [{ id: beer.id, price: 17, version: 3 }],
    categories: [],
    deleted: [{ kind: 'category', id: drinks.id }],
  });
});

test('pages of any size together are the whole', async () => {
  const other = await service.merchant();
  await other.client.importProducts({
    body: {
      products: Array.from({ length: 25 }, (_, at) => ({
        name: `Item ${at}`,
        price: at + 1,
        sku: `I-${at}`,
      })),
    },
  });
  const whole = await pull(other.client);
  expect([whole.products.size, whole.pages]).toEqual([25, 1]);
  const parts = await pull(other.client, { limit: 4 });
  expect([parts.products.size, parts.pages, parts.cursor]).toEqual([25, 7, whole.cursor]);
  const { data } = await other.client.getTillChanges({ query: { limit: 10 } });
  const [late] = (await other.client.listProducts({ query: { sku: 'I-0' } })).data;
  await other.client.deleteProduct({ params: { id: late?.id ?? '' } });
  const rest = await pull(other.client, { cursor: data.cursor, limit: 10 });
  expect(rest.deleted).toEqual([late?.id]);
});

test('nothing is missed that was written earlier and commits later', async () => {
  const other = await service.merchant();
  const { data: slow } = await other.client.createProduct({ body: { name: 'Slow', price: 1 } });
  const { data: fast } = await other.client.createProduct({ body: { name: 'Fast', price: 1 } });
  const { cursor } = await pull(other.client);
  const writer = new Connection({ connectionString: service.databaseUrl });
  await writer.connect();
  try {
    await writer.query('BEGIN');
    await writer.query("UPDATE products SET name = 'Slow, renamed' WHERE id = $1", [slow.id]);
    const overtaking = other.client.updateProduct({
      params: { id: fast.id },
      body: { name: 'Fast, renamed' },
    });
    const during = await pull(other.client, { cursor });
    expect([during.products.size, during.cursor]).toEqual([0, cursor]);
    await writer.query('COMMIT');
    await overtaking;
    const after = await pull(other.client, { cursor: during.cursor });
    expect([...after.products.values()].toSorted()).toEqual(['Fast, renamed', 'Slow, renamed']);
  } finally {
    await writer.end();
  }
});

test('a till that reads on while many write ends with what the catalogue has', async () => {
  const other = await service.merchant();
  const { client } = other;
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, at) => client.createProduct({ body: { name: `P${at}`, price: 1 } })),
  );
  const ids = made.map(({ data }) => data.id);
  const till = new Map<string, string>();
  let cursor: string | undefined;
  let writing = true;
  const read = async (): Promise<void> => {
    const { data } = await client.getTillChanges({
      query: { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const product of data.products) till.set(product.id, product.name);
    for (const { id } of data.deleted) till.delete(id);
    cursor = data.cursor;
    if (data.has_more || writing) await read();
  };
  const reader = read();
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const id = ids[at % ids.length] ?? '';
      if (at % 20 === 19) await client.deleteProduct({ params: { id } }).catch(() => undefined);
      else if (at % 7 === 0) await client.createProduct({ body: { name: `New ${at}`, price: 1 } });
      else await client.updateProduct({ params: { id }, body: { name: `P ${at}` } }).catch(() => undefined);
    }),
  );
  writing = false;
  await reader;
  await read();
  const rows = (await client.listProducts({ query: { limit: 100 } })).data;
  expect([...till].toSorted()).toEqual(rows.map(({ id, name }) => [id, name] as const).toSorted());
  const [gaps] = await service.query(
    'SELECT count(DISTINCT seq)::int AS numbers, max(seq) <= (SELECT last_seq FROM till_feeds f WHERE f.merchant_id = $1 AND NOT f.livemode) AS known FROM till_changes WHERE merchant_id = $1',
    [other.id],
  );
  expect(gaps).toMatchObject({ known: true });
});

test('a cursor that no answer gave out is refused, and one from before a restore tells to begin again', async () => {
  const other = await service.merchant();
  for (const cursor of ['x', 'czEuMQ', Buffer.from('s1.1.-1').toString('base64url')])
    await expect(other.client.getTillChanges({ query: { cursor } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  await expect(
    other.client.getTillChanges({ query: { cursor: Buffer.from('s1.999.0').toString('base64url') } }),
  ).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
});

describe('the first sync, which is the same for all tills', () => {
  const COUNT = 60;
  const PATH = '/pos/sync?limit=40';
  /** The whole answer as it comes, and as it is read. */
  async function get(key: string, headers: Readonly<Record<string, string>> = {}) {
    const answer = await fetch(`${service.baseUrl}${PATH}`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    const text = await answer.text();
    expect([200, 304], text).toContain(answer.status);
    return { answer, text };
  }
  const dataOf = (text: string): string => text.slice(0, text.lastIndexOf(',"timestamp":'));
  async function stocked() {
    const other = await service.merchant();
    await other.client.importProducts({
      body: {
        products: Array.from({ length: COUNT }, (_, at) => ({
          name: `Item ${at}`,
          price: at + 0.5,
          sku: `I-${at}`,
        })),
      },
    });
    return other;
  }

  test('has the same bytes for each in whatever form, with a moment of its own', async () => {
    const { key } = await stocked();
    const { answer: first, text } = await get(key, { 'accept-encoding': 'identity' });
    service.advance(60_000);
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { answer, text: again } = await get(key, { 'accept-encoding': encoding });
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(answer.headers.get('etag')).toBe(first.headers.get('etag'));
      expect(dataOf(again)).toBe(dataOf(text));
      const [early, late] = [text, again].map(
        (one) => (JSON.parse(one) as { readonly timestamp: string }).timestamp,
      );
      expect(Date.parse(late ?? '') - Date.parse(early ?? '')).toBeGreaterThanOrEqual(60_000);
    }
    const { answer: known } = await get(key, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
    const { text: inText } = await get(key, { 'x-amount-format': 'string' });
    expect(/"price":"0.50"/.test(inText)).toBe(true);
  });

  test("tells each state of the catalogue, and never an earlier one, nor another merchant's", async () => {
    const [one, other] = [await stocked(), await stocked()];
    const idsOf = ({ text }: { readonly text: string }): readonly string[] =>
      (
        JSON.parse(text) as { readonly data: { readonly products: readonly { readonly id: string }[] } }
      ).data.products.map(({ id }) => id);
    const [ofOne, ofOther] = [idsOf(await get(one.key)), idsOf(await get(other.key))];
    expect([ofOne.length, ofOther.length]).toEqual([40, 40]);
    expect(ofOne.some((id) => ofOther.includes(id))).toBe(false);
    const [id = ''] = ofOne;
    for (let price = 100; price < 110; price += 1) {
      await one.client.updateProduct({ params: { id }, body: { price } });
      const { products } = await pullData(one.client);
      expect(products.find((product) => product.id === id)?.price).toBe(price);
    }
    await service.query("UPDATE products SET name = 'As it was before the restore' WHERE id = $1", [id]);
    await service.query('UPDATE till_feeds SET last_seq = last_seq - 1 WHERE merchant_id = $1', [one.id]);
    expect((await pullData(one.client)).products.find((product) => product.id === id)?.name).toBe(
      'As it was before the restore',
    );
  });

  async function pullData(client: TestMerchant['client']) {
    const products = [];
    for (let cursor: string | undefined; ;) {
      const { data } = await client.getTillChanges({
        query: { limit: 40, ...(cursor === undefined ? {} : { cursor }) },
      });
      products.push(...data.products);
      if (!data.has_more) return { products };
      cursor = data.cursor;
    }
  }
});
