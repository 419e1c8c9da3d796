import { createClient } from '@cottontree/client';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Query = NonNullable<NonNullable<Parameters<TestMerchant['client']['listAddresses']>[0]>['query']>;

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query(
    'UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000 WHERE id = $1',
    [shop.id],
  );
  const made = [
    {
      address: '1 Wilkinson Road',
      city: 'Freetown',
      label: 'Main shop',
      contact_phone: '076123456',
      type: 'pickup' as const,
    },
    {
      address: '2 Ècole Street',
      city: 'Freetown',
      landmark: 'Behind the 100% pure water kiosk',
      contact_phone: '077123456',
      type: 'delivery' as const,
    },
    { address: '3 Bo-Kenema Highway', city: 'Bo', contact_name: 'FATMATA Koroma' },
    { address: '4 Under_score \\ Lane', city: 'Kenema' },
  ];
  for (const body of made) {
    await shop.client.saveAddress({ body });
    service.advance(1_000);
  }
});
afterAll(() => service[Symbol.asyncDispose]());

async function streetsOf(query: Query = {}): Promise<string[]> {
  const { data, meta } = await shop.client.listAddresses({ query });
  expect(meta.total).toBe(data.length);
  return data.map(({ address }) => address.charAt(0));
}

describe('listing saved addresses', () => {
  test('shows the newest first', async () => {
    expect(await streetsOf()).toEqual(['4', '3', '2', '1']);
    expect((await shop.client.listAddresses()).meta).toEqual({
      page: 1,
      limit: 20,
      total: 4,
      has_next_page: false,
      next_cursor: null,
    });
  });

  test.each([
    { query: { q: 'main SHOP' }, found: ['1'] },
    { query: { q: 'wilkinson' }, found: ['1'] },
    { query: { q: 'kiosk' }, found: ['2'] },
    { query: { q: 'fatmata' }, found: ['3'] },
    { query: { q: 'ècole' }, found: ['2'] },
    { query: { q: '100%' }, found: ['2'] },
    { query: { q: '_' }, found: ['4'] },
    { query: { q: '\\' }, found: ['4'] },
    { query: { q: '%' }, found: ['2'] },
    { query: { q: "' OR true --" }, found: [] },
    { query: { q: 'shop\n1 Wilkinson' }, found: ['1'] },
    { query: { phone: '+232 76 123456' }, found: ['1'] },
    { query: { phone: '078123456' }, found: [] },
    { query: { city: 'FREETOWN' }, found: ['2', '1'] },
    { query: { city: 'Bo' }, found: ['3'] },
    { query: { type: 'both' as const }, found: ['4', '3'] },
    { query: { city: 'Freetown', type: 'pickup' as const, phone: '076123456', q: 'road' }, found: ['1'] },
    { query: { city: 'Freetown', type: 'both' as const }, found: [] },
  ])('finds $found by $query', async ({ query, found }) => {
    expect(await streetsOf(query)).toEqual(found);
  });

  test('page by page gives each once, whatever the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (limit) => {
        const seen: string[] = [];
        for await (const address of shop.client.each('listAddresses', { query: { limit } }))
          seen.push(address.address.charAt(0));
        expect(seen).toEqual(['4', '3', '2', '1']);
      }),
      { numRuns: 5 },
    );
    expect(await shop.client.listAddresses({ query: { page: 9 } })).toMatchObject({
      data: [],
      meta: { page: 9, total: 4, has_next_page: false },
    });
  });

  test.each([
    { what: 'a page too deep', query: { page: 1_001, limit: 100 }, code: 'PAGE_TOO_DEEP' },
    { what: 'a phone that cannot exist', query: { phone: '1' }, code: 'INVALID_PHONE' },
  ])('refuses $what', async ({ query, code }) => {
    await expect(shop.client.listAddresses({ query })).rejects.toMatchObject({ code });
  });

  test("never shows another merchant's addresses, nor those of the other mode", async () => {
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    for (const client of [live, (await service.merchant()).client])
      expect(await client.listAddresses()).toMatchObject({ data: [], meta: { total: 0 } });
  });
});
