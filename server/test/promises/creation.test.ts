import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parcel } from '../kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

type Body = Parameters<TestMerchant['client']['createDelivery']>[0]['body'];

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.driver();
  await service.server.modules.shipping.refreshMap();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

async function outcomes(bodies: readonly Body[]): Promise<{
  readonly made: readonly string[];
  readonly refused: readonly { readonly code: string; readonly details: Readonly<Record<string, unknown>> }[];
}> {
  const settled = await Promise.allSettled(bodies.map((body) => shop.client.createDelivery({ body })));
  return {
    made: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.data.job_number] : [])),
    refused: settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { code: string; details: Record<string, unknown> }] : [],
    ),
  };
}

describe('fifty creations at once', () => {
  test('with one quote make one delivery; the others are told which', async () => {
    const { data: quote } = await shop.client.getQuote({
      query: { pickup_city: 'Freetown', delivery_city: 'Lumley' },
    });
    const { made, refused } = await outcomes(
      Array.from({ length: 50 }, () => ({ ...parcel, quote_id: quote.quote_id })),
    );
    expect(made).toHaveLength(1);
    expect(refused).toHaveLength(49);
    for (const { code, details } of refused)
      expect([code, details['job_number']]).toEqual(['QUOTE_ALREADY_USED', made[0]]);
  });

  test('with one order number make one delivery; the others are told which', async () => {
    const { made, refused } = await outcomes(
      Array.from({ length: 50 }, () => ({ ...parcel, order_number: 'ONE' })),
    );
    expect(made).toHaveLength(1);
    expect(refused).toHaveLength(49);
    for (const { code, details } of refused)
      expect([code, details['job_number']]).toEqual(['DUPLICATE_DELIVERY', made[0]]);
  });

  test('that may share their order number make fifty', async () => {
    expect(
      (
        await outcomes(
          Array.from({ length: 50 }, () => ({ ...parcel, order_number: 'MANY', allow_duplicate: true })),
        )
      ).made,
    ).toHaveLength(50);
  });

  test('of which some cannot be are each judged alone', async () => {
    const bodies = Array.from({ length: 50 }, (_, at): Body =>
      at % 5 === 0
        ? { ...parcel, order_number: 'SHARED' }
        : at % 5 === 1
          ? { ...parcel, delivery_address_id: 'adr_00000000000000000000000000' }
          : { ...parcel, order_number: `FREE-${at}` },
    );
    const { made, refused } = await outcomes(bodies);
    expect(made).toHaveLength(31);
    expect(refused.filter(({ code }) => code === 'DUPLICATE_DELIVERY')).toHaveLength(9);
    expect(refused.filter(({ code }) => code === 'ADDRESS_NOT_FOUND')).toHaveLength(10);
  });

  test('leave no two with one number, one code pair each, and a message for each', async () => {
    const { made } = await outcomes(Array.from({ length: 50 }, () => parcel));
    expect(new Set(made).size).toBe(50);
    const [{ count } = {}] = await service.query(
      `SELECT count(*)::int FROM outbox WHERE entity = ANY ($1) AND kind = 'shipping.delivery.created'`,
      [made],
    );
    expect(count).toBe(50);
  });
});

describe('merchants whose requests travel in one statement', () => {
  test('each get what is theirs, and see nothing of the others', async () => {
    const shops = await Promise.all(Array.from({ length: 4 }, () => service.merchant()));
    await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    const made = await Promise.all(
      Array.from({ length: 80 }, async (_, at) => {
        const owner = at % 4;
        const { data } = await (shops[owner] as TestMerchant).client.createDelivery({
          body: { ...parcel, order_number: `N-${at}`, store_name: `Shop ${owner}`, metadata: { owner } },
        });
        return { owner, at, data };
      }),
    );
    for (const { owner, at, data } of made)
      expect([data.order_number, data.store_name, data.metadata]).toEqual([
        `N-${at}`,
        `Shop ${owner}`,
        { owner },
      ]);

    const reads = await Promise.all(
      made.flatMap(({ owner, data }) =>
        shops.map(async ({ client }, reader) => {
          const seen = await client.trackDelivery({ params: { jobNumber: data.job_number } }).then(
            (answer) => answer.data.order_number,
            (error: { code: string }) => error.code,
          );
          return { own: reader === owner, seen, order: data.order_number };
        }),
      ),
    );
    for (const { own, seen, order } of reads) expect(seen).toBe(own ? order : 'DELIVERY_NOT_FOUND');
    for (const [owner, { client }] of shops.entries()) {
      const { data, meta } = await client.listDeliveries({ query: { limit: 100 } });
      expect([meta.total, new Set(data.map((one) => one.store_name))]).toEqual([
        20,
        new Set([`Shop ${owner}`]),
      ]);
    }
  });

  test('find their own address under an id, and their own usual pickup place', async () => {
    const shops = await Promise.all(Array.from({ length: 3 }, () => service.merchant()));
    const cities = ['Kissy', 'Aberdeen', 'Wellington'];
    await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    const saved = await Promise.all(
      shops.map(({ client }, at) =>
        client.saveAddress({
          body: { address: `${at} Main Road`, city: cities[at] ?? '', is_default: true },
        }),
      ),
    );
    const asked = await Promise.all(
      Array.from({ length: 90 }, async (_, at) => {
        const [owner, other] = [at % 3, (at + 1) % 3];
        const { client } = shops[owner] as TestMerchant;
        const own = await client.getQuote({ query: { delivery_city: 'Lumley' } });
        const foreign = await client
          .getQuote({ query: { delivery_address_id: saved[other]?.data.id ?? '' } })
          .catch((error: { code: string }) => error.code);
        return [own.data.pickup_zone.name === cities[owner], foreign];
      }),
    );
    for (const answers of asked) expect(answers).toEqual([true, 'ADDRESS_NOT_FOUND']);
  });
});

test('a creation costs what its quote says, to the cent, whatever is sent', async () => {
  const amount = fc
    .integer({ min: 0, max: 10_000_000 })
    .map((cents) => (cents % 3 ? cents / 100 : (cents / 100).toFixed(2)));
  const fields = fc.record(
    {
      pickup_city: fc.constantFrom('Freetown', 'FT-KIS', 'Bo', 'makeni'),
      delivery_city: fc.constantFrom('Lumley', 'Kenema', 'Lungi Airport', 'PZ', 'Nowhere at all'),
      weight_kg: fc.integer({ min: 1, max: 100_000 }).map((grams) => grams / 1_000),
      package_size: fc.constantFrom('small' as const, 'medium' as const, 'large' as const, 'xlarge' as const),
      declared_value: amount,
      cod_amount: amount,
      service_level: fc.constantFrom('standard' as const, 'express' as const),
    },
    { requiredKeys: ['pickup_city', 'delivery_city'] },
  );
  const cents = (value: number): number => Math.round(value * 100);
  await fc.assert(
    fc.asyncProperty(fields, async (wanted) => {
      const { data: quote } = await shop.client.getQuote({ query: wanted });
      expect(quote.fee_breakdown.reduce((sum, line) => sum + cents(line.amount), 0)).toBe(
        cents(quote.shipping_fee),
      );
      const body = { ...wanted, delivery_address: '27 Freetown Road' };
      for (const more of [{}, { quote_id: quote.quote_id }]) {
        const { data } = await shop.client.createDelivery({ body: { ...body, ...more } });
        expect([data.shipping_fee, data.fee_breakdown, data.currency]).toEqual([
          quote.shipping_fee,
          quote.fee_breakdown,
          quote.currency,
        ]);
        expect([data.pickup_zone, data.delivery_zone]).toEqual([quote.pickup_zone, quote.delivery_zone]);
      }
    }),
    { numRuns: 60 },
  );
});
