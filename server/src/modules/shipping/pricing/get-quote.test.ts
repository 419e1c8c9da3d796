import { PRICING_ERRORS } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { impossible } from '../../../../test/kit/impossible.ts';
import { withMap } from '../../../../test/kit/service-map.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

type Query = NonNullable<NonNullable<Parameters<TestMerchant['client']['getQuote']>[0]>['query']>;

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const way = { pickup_city: 'Freetown', delivery_city: 'Lumley' };
const quote = async (query: Query = way) => (await shop.client.getQuote({ query })).data;
const lineOf = ({ fee_breakdown }: Awaited<ReturnType<typeof quote>>, code: string) =>
  fee_breakdown.find((line) => line.code === code)?.amount;

describe('a quote', () => {
  test('tells the fee, what it is made of, the way and how long the price holds', async () => {
    const data = await quote({
      ...way,
      weight_kg: 5,
      cod_amount: 400,
      declared_value: '1000.50',
      package_size: 'medium',
    });
    expect(data).toMatchObject({
      currency: 'SLE',
      distance_source: 'haversine',
      service_level: 'standard',
      rate_card_version: 1,
      livemode: false,
    });
    expect([data.pickup_zone.code, data.delivery_zone.code]).toEqual(['FT', 'FT-LUM']);
    expect(data.quote_id).toMatch(/^qt_[\w-]{100,}$/);
    const cents = data.fee_breakdown.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(cents).toBe(Math.round(data.shipping_fee * 100));
    expect([
      lineOf(data, 'base'),
      lineOf(data, 'weight'),
      lineOf(data, 'size'),
      lineOf(data, 'cod'),
      lineOf(data, 'insurance'),
    ]).toEqual([25, 4, 5, 6, 10.01]);
    const heldMs = Date.parse(data.expires_at) - Date.now();
    expect(heldMs).toBeGreaterThan(29 * 60_000);
    expect(heldMs).toBeLessThanOrEqual(30 * 60_000 + 1_000);
    expect(Date.parse(data.estimated_delivery_at)).toBeGreaterThan(Date.parse(data.estimated_pickup_at));
  });

  test('needs no more than where the parcel goes, once the shop has a usual pickup place', async () => {
    const other = await service.merchant();
    await other.client.saveAddress({
      body: { address: '14 Siaka Stevens Street', city: 'Kissy', type: 'pickup', is_default: true },
    });
    const { data } = await other.client.getQuote({ query: { delivery_city: 'Bo' } });
    expect(data.pickup_zone.code).toBe('FT-KIS');
  });

  test('understands from, to and weight', async () => {
    const [short, long] = [
      await quote({ from: 'Freetown', to: 'Lumley', weight: 7 }),
      await quote({ ...way, weight_kg: 7 }),
    ];
    expect(short.fee_breakdown).toEqual(long.fee_breakdown);
  });

  test('knows a place by its code, an alias, in any case and accent, by coordinates and by plus code', async () => {
    for (const delivery_city of ['FT-LUM', 'Lumley Beach', 'lumley', 'LUMLEY', 'Lúmley'])
      expect((await quote({ ...way, delivery_city })).delivery_zone.code).toBe('FT-LUM');
    expect(
      (await quote({ pickup_city: 'Freetown', delivery_lat: 7.96, delivery_lng: -11.74 })).delivery_zone.code,
    ).toBe('BO-BO');
    expect(
      (await quote({ pickup_city: 'Freetown', delivery_plus_code: '6CVCX757+22' })).delivery_zone.code,
    ).toBe('BO-BO');
  });

  test('to a place nobody has heard of goes to the zone for elsewhere, and says so', async () => {
    const far = await quote({ ...way, delivery_city: 'Ouagadougou' });
    expect(far.delivery_zone.code).toBe('SL');
    expect(far.warnings).toEqual([
      {
        code: 'CATCH_ALL_ZONE',
        message: expect.stringContaining('delivery_city "Ouagadougou"'),
        address: 'destination',
        did_you_mean: [],
      },
    ]);
    expect((await quote()).warnings).toEqual([]);
  });

  test('for a misspelt town tells which it may be, at either end and in a saved address', async () => {
    const misspelt = await quote({ pickup_city: 'Kenemma', delivery_city: 'Lumly' });
    expect(misspelt.warnings.map(({ address, did_you_mean }) => [address, did_you_mean])).toEqual([
      ['pickup', ['Kenema']],
      ['destination', ['Lumley']],
    ]);
    const other = await service.merchant();
    const { data: saved } = await other.client.saveAddress({
      body: { address: '1 Long Road', city: 'Makenni' },
    });
    const query = { pickup_city: 'Freetown', delivery_address_id: saved.id };
    const { warnings } = (await other.client.getQuote({ query })).data;
    expect(warnings).toMatchObject([{ address: 'destination', did_you_mean: ['Makeni'] }]);
    const pinned = { ...way, delivery_city: 'Lumly', delivery_lat: 8.456, delivery_lng: -13.271 };
    expect((await quote(pinned)).warnings, 'a pin needs no town').toEqual([]);
  });

  test('is refused where the merchant wants no catch-all, with the same warnings', async () => {
    const query = { ...way, delivery_city: 'Lumly' };
    const { warnings } = await quote(query);
    await expect(quote({ ...query, allow_catch_all: false })).rejects.toMatchObject({
      code: 'ZONE_UNCERTAIN',
      status: 422,
      message: expect.stringContaining('Lumley'),
      details: { warnings },
    });
    expect((await quote({ ...way, allow_catch_all: false })).warnings).toEqual([]);
  });

  test('goes to Lungi by the ferry, not through the water', async () => {
    expect(await quote({ ...way, delivery_city: 'Lungi Airport' })).toMatchObject({
      distance_km: 26,
      distance_source: 'matrix',
    });
  });

  test('for later tells the times of later', async () => {
    const at = new Date(Date.now() + 5 * 3_600_000).toISOString();
    expect((await quote({ ...way, pickup_at: at, service_level: 'scheduled' })).estimated_pickup_at).toBe(at);
  });

  test('for later says when', async () => {
    await expect(quote({ ...way, service_level: 'scheduled' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      details: { fields: [{ path: 'pickup_at' }] },
    });
  });

  test('leaves nothing behind', async () => {
    await quote();
    expect(
      await service.query(
        'SELECT 1 FROM deliveries UNION ALL SELECT 1 FROM idempotency_keys WHERE merchant_id = $1',
        [shop.id],
      ),
    ).toEqual([]);
  });
});

describe('a quote is refused for', () => {
  test.each(PRICING_ERRORS)('%s', async (code) => {
    const { fields, map = {} } = impossible[code];
    const status = { AMOUNT_PRECISION: 400, ADDRESS_NOT_FOUND: 404 }[code as string] ?? 422;
    await withMap(service, map, () =>
      expect(quote({ ...way, ...fields } as Query)).rejects.toMatchObject({ code, status }),
    );
  });

  test.each([
    ['no place of delivery', { pickup_city: 'Freetown' }, 'delivery_city'],
    ['half a pair of coordinates', { ...way, delivery_lat: 8.4 }, 'delivery_lng'],
    ['a weight beyond 100 kg', { ...way, weight_kg: 101 }, 'weight_kg'],
    ['no weight at all', { ...way, weight_kg: 0 }, 'weight_kg'],
    ['a size that does not exist', { ...way, package_size: 'huge' }, 'package_size'],
    ['cash beyond 100,000', { ...way, cod_amount: '100000.01' }, 'cod_amount'],
    ['cash below nothing', { ...way, cod_amount: '-1' }, 'cod_amount'],
    ['a value that is no number', { ...way, declared_value: 'NaN' }, 'declared_value'],
    [
      'a pickup beyond 30 days',
      { ...way, pickup_at: new Date(Date.now() + 31 * 86_400_000).toISOString() },
      'pickup_at',
    ],
    ['a pickup at no time', { ...way, pickup_at: 'tomorrow' }, 'pickup_at'],
    [
      'a plus code of no place',
      { ...way, delivery_city: undefined, delivery_plus_code: 'HERE' },
      'delivery_plus_code',
    ],
  ])('%s, and the field is named', async (_what, query, path) => {
    await expect(quote(query as Query)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(path),
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  test('an ambiguous place, with the places that it may be', async () => {
    const { fields, map = {} } = impossible.ADDRESS_AMBIGUOUS;
    await withMap(service, map, () =>
      expect(quote({ ...way, ...fields } as Query)).rejects.toMatchObject({
        details: {
          candidates: [
            expect.objectContaining({ code: 'BO-BO' }),
            expect.objectContaining({ code: 'KE-KEN' }),
          ],
        },
      }),
    );
  });

  test('hours that are over, with those that come', async () => {
    const { map = {} } = impossible.OUTSIDE_OPERATING_HOURS;
    await withMap(service, map, () =>
      expect(quote()).rejects.toMatchObject({
        details: { next_opening: expect.stringMatching(/T09:00:00\.000Z$/) },
      }),
    );
  });
});
