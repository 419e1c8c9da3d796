import { packageSizes, weekdays } from '@cottontree/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../../../test/kit/seed.ts';
import shipped from '../../../../data/zones.sl.json' with { type: 'json' };
import { demoRateCard } from './demo-rate-card.ts';
import { priceDelivery, type PriceInput, type PriceResult } from './price-delivery.ts';
import { type RateCard } from './rate-card.ts';
import { readRateCard } from './read-rate-card.ts';
import { readZones } from '../coverage/read-zones.ts';
import { type Zone } from '../coverage/zone.ts';

/** The long form of the promises makes it a million. */
const randomInputs = isLong ? 1_000_000 : 20_000;
const now = new Date(Date.UTC(2026, 0, 5, 10, 0));

function cardWith(change: Readonly<Record<string, unknown>> = {}): RateCard {
  const file = readRateCard({ ...demoRateCard, ...change });
  return file.ok ? file.card : expect.fail(JSON.stringify(file.problems));
}
const demo = cardWith();
const file = readZones(shipped, { currency: demo.currency });
const zones = file.ok ? file.zones : [];
const end = (code: string, change: Partial<Zone> = {}) => {
  const zone = zones.find((known) => known.code === code) ?? expect.fail(code);
  return { zone: { ...zone, ...change }, point: zone.center };
};
const input: PriceInput = {
  card: demo,
  pickup: end('FT-CBD'),
  delivery: end('FT-LUM'),
  parcel: { grams: 1_000, size: 'small', declaredValue: 0n, codAmount: 0n },
  serviceLevel: 'standard',
  now,
  pickupAt: null,
  deliverBy: null,
  routedTenths: null,
  batchPlace: 1,
};
const price = (change: Partial<PriceInput>) => priceDelivery({ ...input, ...change });
const feeOf = (result: PriceResult) => (result.ok ? result.fee : expect.fail(result.message));
const linesOf = (result: PriceResult) =>
  result.ok
    ? Object.fromEntries(result.lines.map(({ code, amount }) => [code, amount]))
    : expect.fail(result.message);

describe('a price', () => {
  test('has base, distance beyond what is included, and rounds up', () => {
    // 5.18 km straight × 1.35 = 7.0 km; (7.0 - 2) × 4 = 20.
    expect(price({})).toMatchObject({
      ok: true,
      fee: 4_500n,
      currency: 'SLE',
      distanceKm: 7,
      distanceSource: 'haversine',
      cancelFee: 2_500n,
      rateCardVersion: 1,
      etaMinutes: 89,
      lines: [
        { code: 'base', label: 'Base fee', amount: 2_500n },
        { code: 'distance', label: 'Distance', amount: 2_000n },
      ],
      estimatedPickupAt: new Date(now.getTime() + 45 * 60_000),
      estimatedDeliveryAt: new Date(now.getTime() + 89 * 60_000),
    });
  });

  test('adds weight, size, insurance, cash and express, each as its own line', () => {
    const parcel = { grams: 4_750, size: 'large', declaredValue: 123_456n, codAmount: 100_000n } as const;
    expect(linesOf(price({ parcel, serviceLevel: 'express', delivery: end('FT-CBD') }))).toEqual({
      base: 2_500n,
      weight: 350n,
      size: 1_500n,
      insurance: 1_235n,
      cod: 1_500n,
      express: 2_000n,
      rounding: 15n,
    });
  });

  test('reaches at least the minimum, and cash its own', () => {
    const parcel = { ...input.parcel, codAmount: 1n };
    expect(linesOf(price({ card: cardWith({ min_fee: 40 }), parcel, delivery: end('FT-CBD') }))).toEqual({
      base: 2_500n,
      minimum: 1_500n,
      cod: 500n,
    });
  });

  test('of the ferry to Lungi comes from the matrix, both ways, wherever in Freetown it begins', () => {
    for (const [pickup, delivery] of [
      ['FT-LUM', 'PL-LUN'],
      ['PL-LUN', 'FT'],
      ['FT-ABE', 'PL-LUN'],
    ] as const) {
      expect(price({ pickup: end(pickup), delivery: end(delivery) })).toMatchObject({
        ok: true,
        distanceKm: 26,
        distanceSource: 'matrix',
        fee: 15_600n,
        cancelFee: 6_000n,
      });
    }
  });

  test('of a fixed route stands for base and distance, and still weighs', () => {
    const card = cardWith({ pairs: [{ from: 'FT-CBD', to: 'FT-LUM', fixed_fee: 10 }] });
    expect(linesOf(price({ card, parcel: { ...input.parcel, grams: 4_000 } }))).toEqual({
      fixed: 1_000n,
      weight: 200n,
    });
  });

  test("takes a routing service's distance where the matrix is silent", () => {
    expect(price({ routedTenths: 123 })).toMatchObject({
      ok: true,
      distanceKm: 12.3,
      distanceSource: 'router',
    });
  });

  test('knows rougher roads by zone', () => {
    expect(price({ card: cardWith({ zone_road_factors: { 'FT-LUM': 2 } }) })).toMatchObject({
      ok: true,
      distanceKm: 10.4,
    });
  });

  test('is lower for later jobs of a batch, where the card says so', () => {
    const card = cardWith({ batch_discount: { from: 3, percent: 20 } });
    expect([1, 2, 3, 9].map((batchPlace) => feeOf(price({ card, batchPlace })))).toEqual([
      4_500n,
      4_500n,
      3_600n,
      3_600n,
    ]);
    expect(linesOf(price({ card, batchPlace: 3 }))).toMatchObject({
      base: 2_500n,
      distance: 2_000n,
      batch: -900n,
    });
    expect(
      feeOf(price({ card: cardWith({ batch_discount: { from: 2, percent: 100 } }), batchPlace: 2 })),
    ).toBe(0n);
    expect(feeOf(price({ batchPlace: 9 }))).toBe(4_500n);
  });

  test('starts with what the zone asks for, or else with the card', () => {
    expect(linesOf(price({ delivery: end('FT-CBD', { base_fee: 3_333n }) }))).toMatchObject({ base: 3_333n });
    expect(linesOf(price({ card: cardWith({ base_fee: 40 }), delivery: end('FT-CBD') }))).toEqual({
      base: 4_000n,
    });
  });
});

describe('a surcharge', () => {
  const night = { code: 'night', label: 'Night', percent: 50, days: ['fri'], from: '22:00', to: '05:00' };
  const at = (day: number, hour: number) => new Date(Date.UTC(2026, 0, day, hour));

  test('goes by the pickup time and runs over midnight', () => {
    const card = cardWith({ surcharges: [night] });
    expect(linesOf(price({ card, pickupAt: at(9, 22) }))).toMatchObject({ night: 2_250n });
    expect(linesOf(price({ card, pickupAt: at(10, 4) }))).toMatchObject({ night: 2_250n });
    for (const other of [at(9, 21), at(10, 5), at(9, 4), at(10, 22)])
      expect(linesOf(price({ card, pickupAt: other }))).not.toHaveProperty('night');
  });

  test("is read on the clock of the card's time zone", () => {
    const card = cardWith({ surcharges: [night], time_zone: 'Asia/Tokyo' });
    expect(linesOf(price({ card, pickupAt: at(9, 13) }))).toMatchObject({ night: 2_250n });
  });

  test('adds up with others to at most 100 %', () => {
    const days = [...weekdays];
    const surcharges = ['rain', 'holiday', 'rush'].map((code) => ({
      code,
      label: code,
      percent: 60,
      days,
      from: '00:00',
      to: '24:00',
    }));
    expect(linesOf(price({ card: cardWith({ surcharges }) }))).toMatchObject({
      rain: 2_700n,
      holiday: 1_800n,
      base: 2_500n,
      distance: 2_000n,
    });
    expect(feeOf(price({ card: cardWith({ surcharges }) }))).toBe(9_000n);
  });
});

describe('no price', () => {
  const refused = (change: Partial<PriceInput>) => price(change);
  const day = (from: string, to: string) => [{ days: ['mon', 'tue'] as const, from, to }];

  test('for a zone that is closed or lacks the level', () => {
    expect(refused({ delivery: end('FT-LUM', { active: false }) })).toMatchObject({
      ok: false,
      code: 'ZONE_NOT_SERVICED',
    });
    expect(
      refused({ serviceLevel: 'express', pickup: end('FT-CBD', { service_levels: ['standard'] }) }),
    ).toMatchObject({ code: 'ZONE_NOT_SERVICED', details: { service_levels: ['standard'] } });
    expect(refused({ serviceLevel: 'scheduled' }).ok).toBe(true);
  });

  test('for a closed route', () => {
    expect(
      refused({
        card: cardWith({ pairs: [{ from: 'district:Western Area Urban', to: 'FT-LUM', closed: true }] }),
      }),
    ).toMatchObject({ code: 'ROUTE_NOT_SERVICED' });
  });

  test('beyond the longest distance', () => {
    expect(refused({ card: cardWith({ max_km: 6.9 }) })).toMatchObject({
      code: 'DISTANCE_TOO_LONG',
      details: { distance_km: 7, max_km: 6.9 },
    });
  });

  test('for a parcel too heavy or too large', () => {
    expect(refused({ delivery: end('FT-LUM', { max_weight_kg: 0.999 }) })).toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
      details: { field: 'weight_kg' },
    });
    expect(
      refused({ card: cardWith({ size_fees: { small: null, medium: 5, large: 6, xlarge: 7 } }) }),
    ).toMatchObject({ code: 'PACKAGE_TOO_LARGE', details: { field: 'package_size' } });
  });

  test('for cash where none is taken, or too much', () => {
    const parcel = { ...input.parcel, codAmount: 100_001n };
    expect(refused({ parcel, delivery: end('FT-LUM', { cod_available: false }) })).toMatchObject({
      code: 'COD_NOT_AVAILABLE',
    });
    expect(refused({ parcel, card: cardWith({ cod_max: 1_000 }) })).toMatchObject({
      code: 'COD_LIMIT_EXCEEDED',
      details: { max: 1_000 },
    });
  });

  test('outside the hours, with the next time both ends are open', () => {
    const pickup = end('FT-CBD', { hours: day('08:00', '10:30') });
    const delivery = end('FT-LUM', { hours: day('09:15', '18:00') });
    expect(refused({ pickup, delivery })).toMatchObject({
      code: 'OUTSIDE_OPERATING_HOURS',
      details: { next_opening: '2026-01-06T09:15:00.000Z' },
    });
    expect(refused({ pickup, delivery, pickupAt: new Date(Date.UTC(2026, 0, 6, 10)) }).ok).toBe(true);
    const never = end('FT-LUM', { hours: [{ days: ['wed'], from: '09:00', to: '10:00' }] });
    expect(refused({ pickup, delivery: never })).toMatchObject({
      code: 'OUTSIDE_OPERATING_HOURS',
      details: { next_opening: null },
    });
  });

  test('for a pickup in the past or a window that closes too early', () => {
    expect(refused({ pickupAt: new Date(now.getTime() - 600_000) })).toMatchObject({
      code: 'INVALID_TIME_WINDOW',
    });
    expect(refused({ deliverBy: new Date(now.getTime() + 88 * 60_000) })).toMatchObject({
      code: 'INVALID_TIME_WINDOW',
      details: { earliest: '2026-01-05T11:29:00.000Z' },
    });
    expect(refused({ deliverBy: new Date(now.getTime() + 89 * 60_000) }).ok).toBe(true);
  });
});

describe(`over ${randomInputs} random inputs`, () => {
  const days = [...weekdays];
  const surcharge = (code: string, percent: number) => ({
    code,
    label: code,
    percent,
    days,
    from: '18:00',
    to: '06:00',
  });
  const cards = [
    demo,
    cardWith({
      min_fee: 77.77,
      step: 0.03,
      per_km: 3.33,
      per_kg: 1.17,
      insurance_percent: 0.3333,
      cod_percent: 2.7182,
    }),
    cardWith({
      batch_discount: { from: 2, percent: 12.5 },
      surcharges: [surcharge('night', 33.3333), surcharge('rain', 80.0001)],
      pairs: [{ from: 'FT', to: 'BO-BO', fixed_fee: 123.45 }],
    }),
  ];
  const amount = fc.bigInt({ min: 0n, max: 10_000_000n });
  const someEnd = fc.constantFrom(...zones.map((zone) => ({ zone, point: zone.center })));
  const parcel = fc.record({
    grams: fc.integer({ min: 1, max: 100_000 }),
    size: fc.constantFrom(...packageSizes),
    declaredValue: amount,
    codAmount: amount,
  });
  const inputs = fc.record({
    card: fc.constantFrom(...cards),
    pickup: someEnd,
    delivery: someEnd,
    parcel,
    serviceLevel: fc.constantFrom('standard', 'express', 'scheduled'),
    now: fc.constant(now),
    pickupAt: fc.option(
      fc.integer({ min: 0, max: 2_592_000 }).map((seconds) => new Date(now.getTime() + seconds * 1_000)),
    ),
    deliverBy: fc.constant(null),
    routedTenths: fc.constant(null),
    batchPlace: fc.integer({ min: 1, max: 4 }),
  }) satisfies fc.Arbitrary<PriceInput>;

  test('the lines sum to the fee, which is never negative, in steps and the same again', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const result = priceDelivery(input);
        if (!result.ok) throw new Error(result.message);
        const sum = result.lines.reduce((total, line) => total + line.amount, 0n);
        const positive = result.lines.every((line) => line.amount >= 0n || line.code === 'batch');
        if (sum !== result.fee || result.fee < 0n || result.fee % input.card.step !== 0n || !positive)
          throw new Error(`${sum} is not ${result.fee}`);
        if (feeOf(priceDelivery(input)) !== result.fee) throw new Error('another fee the second time');
      }),
      { numRuns: randomInputs },
    );
  }, 600_000);
});
