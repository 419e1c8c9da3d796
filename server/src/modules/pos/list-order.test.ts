import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { openTill } from '../../../test/kit/till.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

type Answer = {
  readonly data: readonly { readonly id: string; readonly name?: string }[];
  readonly meta: { readonly next_cursor?: string | null };
};

async function ask(
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer & { readonly error?: { readonly code: string } }> {
  const answer = await fetch(`${service.baseUrl}${path}?${new URLSearchParams(query).toString()}`, {
    headers: { 'x-api-key': shop.key },
  });
  return (await answer.json()) as Answer & { readonly error?: { readonly code: string } };
}

/** A list from its beginning to its end, two by two. */
async function walk(path: string, sort: string, cursor?: string): Promise<Answer['data']> {
  const { data, meta } = await ask(path, { sort, limit: '2', ...(cursor === undefined ? {} : { cursor }) });
  return meta.next_cursor ? [...data, ...(await walk(path, sort, meta.next_cursor))] : data;
}

test('lists go through time in either way, and a walk by cursor meets each thing once', async () => {
  const till = openTill(shop);
  for (let at = 0; at < 5; at += 1) {
    // Three of one moment, so that ids alone tell them apart.
    if (at > 2) service.advance(1_000);
    const rice = await till.goods({ stock: 3 });
    const { data: drawer } = await shop.client.openCashSession({ body: {} });
    await till.sell(rice);
    await shop.client.closeCashSession({ params: { id: drawer.id }, body: { counted: [] } });
  }
  for (const path of ['/pos/products', '/pos/sales', '/pos/inventory/movements', '/pos/cash-sessions']) {
    const newest = (await walk(path, '-created_at')).map(({ id }) => id);
    expect(newest, path).toHaveLength(path.endsWith('movements') ? 10 : 5);
    expect(new Set(newest).size, path).toBe(newest.length);
    expect(
      (await walk(path, 'created_at')).map(({ id }) => id),
      path,
    ).toEqual(newest.toReversed());
    expect(
      (await ask(path, { limit: '100' })).data.map(({ id }) => id),
      path,
    ).toEqual(newest);
    expect((await ask(path, { sort: 'sideways' })).error?.code, path).toBe('VALIDATION_ERROR');
  }
});

test('products go by name, without case and accents, in either way', async () => {
  shop = await service.merchant();
  const names = [
    'banana',
    'Zucchini',
    'Éclair',
    'apple',
    'Apple',
    'eclair',
    '\u0301',
    'x'.repeat(200),
    'Ɔkɔlɔ',
    '10 nails',
    '\u{1F34C}',
    '\uFDFA'.repeat(200),
  ];
  for (const name of names)
    await shop.client.createProduct({ body: { name, price: 1 } }).catch(() => undefined);
  const listed = await walk('/pos/products', 'name');
  const made = (await ask('/pos/products', { limit: '100' })).data;
  expect(listed.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  const plain = listed
    .map(({ name = '' }) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().slice(0, 20))
    .filter((name) => /^[\x20-\x7e]+$/.test(name));
  expect(plain).toEqual(plain.toSorted());
  expect((await walk('/pos/products', '-name')).map(({ id }) => id)).toEqual(
    listed.toReversed().map(({ id }) => id),
  );
  const byTime = (await ask('/pos/products', { limit: '2' })).meta.next_cursor ?? '';
  const byName = (await ask('/pos/products', { limit: '2', sort: 'name' })).meta.next_cursor ?? '';
  expect((await ask('/pos/products', { sort: 'name', cursor: byTime })).error?.code).toBe('VALIDATION_ERROR');
  expect((await ask('/pos/products', { cursor: byName })).error?.code).toBe('VALIDATION_ERROR');
  const hostile = Buffer.from(`2.${Date.now()}.prod_x.${Buffer.from('\0').toString('base64url')}`).toString(
    'base64url',
  );
  expect((await ask('/pos/products', { sort: 'name', cursor: hostile })).error?.code).toBe(
    'VALIDATION_ERROR',
  );
});
