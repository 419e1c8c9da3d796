import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';
import { createKnownPages } from './known-pages.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Of who never asks it. */
const noStore = { store: { reads: () => expect.unreachable() } };
const WRITES_EACH = 40;
/** Once more than it takes for the page to be kept. */
const ASKS = [1, 2, 3, 4];

/** The page as it is each time that it is asked for. */
async function listed() {
  const pages = [];
  for (const _ of ASKS)
    pages.push((await shop.client.listProducts({ query: { limit: 50, sort: 'created_at' } })).data);
  return pages;
}

/** What is listed is what each of them is by itself. */
async function expectListedAsTheyAre(what: string): Promise<void> {
  const pages = await listed();
  const each = await Promise.all(
    (pages[0] ?? []).map(async ({ id }) => (await shop.client.getProduct({ params: { id } })).data),
  );
  expect(pages, what).toEqual(ASKS.map(() => each));
}

test('a page that is asked for again tells at once of whatever changed of its products, their stock and what stands on them', async () => {
  const { client } = shop;
  const category = (await client.createCategory({ body: { name: 'Drinks' } })).data;
  const taxRate = (await client.createTaxRate({ body: { name: 'GST', rate: 15 } })).data;
  const group = (
    await client.createModifierGroup({ body: { name: 'Sugar', modifiers: [{ name: 'None', price: 0 }] } })
  ).data;
  const beer = (
    await client.createProduct({
      body: {
        name: 'Ginger beer',
        price: 10,
        sku: 'GB',
        category_id: category.id,
        tax_rate_id: taxRate.id,
        modifier_group_ids: [group.id],
      },
    })
  ).data;
  const crate = (
    await client.createProduct({
      body: {
        name: 'Crate',
        price: 200,
        type: 'bundle',
        components: [{ variant_id: beer.variants[0]?.id ?? '', quantity: 24 }],
      },
    })
  ).data;
  const variant = beer.variants[0]?.id ?? '';
  const stock = async (delta: number) =>
    client.createStockAdjustment({
      body: { items: [{ variant_id: variant, delta, reason: 'adjustment' }] },
    });
  const params = { id: beer.id };
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'nothing yet': async () => undefined,
    'stock comes': () => stock(100),
    'as much goes as came and comes again': async () => {
      await stock(-50);
      await listed();
      await stock(50);
    },
    'a sale takes some': () =>
      client.createSale({
        body: { items: [{ variant_id: variant, quantity: 30 }], payments: [{ channel: 'cash' }] },
      }),
    'a sale that waits for its payment reserves some': () =>
      client.createSale({
        body: {
          items: [{ variant_id: variant, quantity: 10 }],
          payments: [{ channel: 'mobile_money', phone: '+23200000002' }],
        },
      }),
    'a price': () => client.updateProduct({ params, body: { price: 12.5 } }),
    'another product': () => client.createProduct({ body: { name: 'Water', price: 5 } }),
    'what is in the crate': () =>
      client.updateProduct({
        params: { id: crate.id },
        body: { components: [{ variant_id: variant, quantity: 12 }] },
      }),
    'a tax rate': () => client.updateTaxRate({ params: { id: taxRate.id }, body: { rate: 12.5 } }),
    'a category goes': () => client.deleteCategory({ params: { id: category.id } }),
    'a group goes': () => client.deleteModifierGroup({ params: { id: group.id } }),
    'its stock may go below zero': () =>
      client.updateProduct({ params, body: { allow_negative_stock: true } }),
    'another place has some': async () => {
      const place = (await client.createLocation({ body: { name: 'Bo', code: 'BO' } })).data;
      await client.createStockAdjustment({
        body: { location_id: place.id, items: [{ variant_id: variant, delta: 7, reason: 'adjustment' }] },
      });
    },
    'a product goes': () => client.deleteProduct({ params: { id: crate.id } }),
  };
  for (const [what, change] of Object.entries(changes)) {
    await change();
    await expectListedAsTheyAre(what);
  }
});

test('nobody reads a page that is older than what was acknowledged before they asked, however many read and write at once', async () => {
  const { client } = shop;
  const product = (await client.createProduct({ body: { name: 'Contested', price: 1 } })).data;
  const variant = product.variants[0]?.id ?? '';
  const query = { q: 'contested' };
  let priced = 1;
  let stocked = 0;
  let isWriting = true;
  const write = async () => {
    for (let at = 0; at < WRITES_EACH; at += 1) {
      await client.createStockAdjustment({
        body: { items: [{ variant_id: variant, delta: 1, reason: 'adjustment' }] },
      });
      stocked += 1;
      if (at % 5 !== 0) continue;
      await client.updateProduct({ params: { id: product.id }, body: { price: priced + 1 } });
      priced += 1;
    }
  };
  let reads = 0;
  const read = async () => {
    while (isWriting) {
      const [price, stock] = [priced, stocked];
      const [found] = (await client.listProducts({ query })).data;
      const onHand = found?.variants[0]?.stock[0]?.on_hand ?? 0;
      expect([(found?.price ?? 0) >= price, onHand >= stock], `${price} ${stock}`).toEqual([true, true]);
      reads += 1;
    }
  };
  const readers = Array.from({ length: 6 }, read);
  await write().finally(() => (isWriting = false));
  await Promise.all(readers);
  expect([priced, stocked, reads > WRITES_EACH]).toEqual([1 + WRITES_EACH / 5, WRITES_EACH, true]);
});

test('whoever asks for amounts as text, as CSV, or for another page gets that, and test and live are apart', async () => {
  const ask = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${service.server.baseUrl}/v1/pos/products?${query}`, {
      headers: { authorization: `Bearer ${shop.key}`, ...headers },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBeNull();
    return answer.text();
  };
  for (const _ of ASKS) {
    expect(await ask('limit=50')).toMatch(
      /^\{"success":true,"data":\[\{.*\],"meta":\{.*"has_next_page":false.*\}\}$/,
    );
    expect(await ask('limit=1')).toMatch(/"has_next_page":true/);
    expect(await ask('limit=2', { 'x-amount-format': 'string' })).toMatch(/"price":"\d+\.\d\d"/);
    expect(await ask('limit=2', { accept: 'text/csv' })).toMatch(/^id,name,/);
    expect(await ask('q=nothing')).toMatch(/"data":\[\]/);
  }
  const live = await service.merchant({ livemode: true });
  for (const _ of ASKS) expect((await live.client.listProducts({ query: { limit: 2 } })).data).toEqual([]);
});

test('no more pages are known than there is room for, and none whose stock takes as long to look at as to read it', () => {
  const pages = createKnownPages(noStore);
  const page = (variants: number) => ({
    state: { mark: 'one', levels: 'some' },
    variantIds: Array.from({ length: variants }, (_, at) => `var_${at}`),
  });
  for (let at = 0; at <= 500; at += 1) pages.note(`page ${at}`, page(1));
  expect([0, 1, 500].map((at) => pages.find(`page ${at}`) !== undefined)).toEqual([false, true, true]);
  pages.note('page 1', page(401));
  pages.note('page 2', null);
  expect([1, 2, 3].map((at) => pages.find(`page ${at}`) !== undefined)).toEqual([false, false, true]);
});

test('a page is asked for its state first only where the last two who read it found it in the same', () => {
  const pages = createKnownPages(noStore);
  const isSteadyAfter = (levels: string): boolean | undefined => {
    pages.note('page', { state: { mark: 'one', levels }, variantIds: [] });
    return pages.find('page')?.isSteady;
  };
  expect(['10', '10', '9', '8', '8', '8'].map(isSteadyAfter)).toEqual([
    false,
    true,
    false,
    false,
    true,
    true,
  ]);
});
