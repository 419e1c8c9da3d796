import { packageSizes } from '@cottontree/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figure } from '../../../../test/kit/seed.ts';
import shipped from '../../../../data/zones.sl.json' with { type: 'json' };
import { demoRateCard } from './demo-rate-card.ts';
import { priceDelivery, type PriceInput } from './price-delivery.ts';
import { recordPricing, replayFee, repriceDelivery } from './pricing-record.ts';
import type { RateCard } from './rate-card.ts';
import { readRateCard } from './read-rate-card.ts';
import { readZones } from '../coverage/read-zones.ts';

const numRuns = figure(2_000, 100_000);
const now = new Date(Date.UTC(2026, 0, 5, 10));
const file = readZones(shipped, { currency: 'SLE' });
const zones = file.ok ? file.zones : [];
const byCode = new Map(zones.map((zone) => [zone.code, zone]));

function cardWith(change: Readonly<Record<string, unknown>> = {}): RateCard {
  const read = readRateCard({ ...demoRateCard, ...change });
  return read.ok ? read.card : expect.fail(JSON.stringify(read.problems));
}

const money = fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100);
const percent = fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000);
const time = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const days = fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'], { minLength: 1 });
const surcharge = (code: string) =>
  fc.record({ code: fc.constant(code), label: fc.constant(code), percent, days, from: time, to: time });
const zoneCode = fc.constantFrom(...zones.map(({ code }) => code));
const pair = fc.record({
  from: zoneCode,
  to: zoneCode,
  one_way: fc.boolean(),
  base_fee: fc.option(money),
  distance_km: fc.option(fc.integer({ min: 0, max: 300 })),
});
const pairs = fc.uniqueArray(pair, { maxLength: 12, selector: ({ from, to }) => `${from}>${to}` });
const anyCard = fc
  .record({
    base_fee: money,
    per_km: money,
    per_kg: money,
    min_fee: money,
    express_fee: money,
    cod_min: money,
    insurance_percent: percent,
    cod_percent: percent,
    step: fc.integer({ min: 1, max: 500 }).map((cents) => cents / 100),
    surcharges: fc.tuple(surcharge('one'), surcharge('two'), surcharge('three')),
    holidays: fc.constant(['2026-01-06', '12-25']),
    pairs,
    batch_discount: fc.option(fc.record({ from: fc.integer({ min: 2, max: 4 }), percent: percent })),
  })
  .map(cardWith);
const end = fc.constantFrom(...zones.map((zone) => ({ zone, point: zone.center })));
const parcel = fc.record({
  grams: fc.integer({ min: 1, max: 100_000 }),
  size: fc.constantFrom(...packageSizes),
  declaredValue: fc.bigInt({ min: 0n, max: 10_000_000n }),
  codAmount: fc.bigInt({ min: 0n, max: 10_000_000n }),
});
const inputs = fc.record({
  card: anyCard,
  pickup: end,
  delivery: end,
  parcel,
  serviceLevel: fc.constantFrom('standard', 'express'),
  now: fc.constant(now),
  pickupAt: fc.option(
    fc.integer({ min: 0, max: 2_592_000 }).map((seconds) => new Date(now.getTime() + seconds * 1_000)),
  ),
  deliverBy: fc.constant(null),
  routedTenths: fc.option(fc.integer({ min: 0, max: 3_000 })),
  batchPlace: fc.integer({ min: 1, max: 5 }),
}) satisfies fc.Arbitrary<PriceInput>;

const feeOf = (input: PriceInput): bigint => {
  const price = priceDelivery(input);
  return price.ok ? price.fee : -1n;
};

describe('a fee', () => {
  test('is the same again from what is kept of it, by its own card and on the same map', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const price = priceDelivery(input);
        if (!price.ok) return;
        const { pickup, delivery, serviceLevel, card, pickupAt } = input;
        const record = recordPricing({
          basis: price.basis,
          rateCardVersion: card.version,
          inputs: {
            pickupZone: pickup.zone.code,
            pickupPin: null,
            deliveryZone: delivery.zone.code,
            deliveryPin: null,
            grams: input.parcel.grams,
            packageSize: input.parcel.size,
            declaredValue: input.parcel.declaredValue,
            codAmount: input.parcel.codAmount,
            serviceLevel,
            pickupAt,
            batchId: null,
          },
        });
        const kept = JSON.parse(JSON.stringify(record)) as typeof record;
        const { fee, lines } = replayFee(kept, card);
        expect({ fee, lines }).toEqual({ fee: price.fee, lines: price.lines });
        expect(repriceDelivery(kept, card, byCode)).toMatchObject({ ok: true, fee: price.fee });
      }),
      { numRuns },
    );
  }, 600_000);

  test('never falls when the way or the parcel grows', () => {
    fc.assert(
      fc.property(
        inputs,
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        (input, tenths, grams) => {
          const from = { ...input, routedTenths: 100 };
          expect(feeOf({ ...from, routedTenths: 100 + tenths })).toBeGreaterThanOrEqual(feeOf(from));
          const light = { ...input, parcel: { ...input.parcel, grams: 50_000 } };
          expect(
            feeOf({ ...light, parcel: { ...light.parcel, grams: 50_000 + grams } }),
          ).toBeGreaterThanOrEqual(feeOf(light));
        },
      ),
      { numRuns },
    );
  }, 600_000);

  test('does not depend on the order in which the matrix was written', () => {
    fc.assert(
      fc.property(
        fc.record({ some: pairs, order: fc.infiniteStream(fc.nat()), pickup: end, delivery: end }),
        ({ some, order, pickup, delivery }) => {
          const shuffled = some
            .map((entry) => ({ entry, rank: order.next().value ?? 0 }))
            .toSorted((one, other) => one.rank - other.rank)
            .map(({ entry }) => entry);
          const input = {
            pickup,
            delivery,
            parcel: { grams: 1_000, size: 'small', declaredValue: 0n, codAmount: 0n },
            serviceLevel: 'standard',
            now,
            pickupAt: null,
            deliverBy: null,
            routedTenths: null,
            batchPlace: 1,
          } as const;
          expect(feeOf({ ...input, card: cardWith({ pairs: shuffled }) })).toBe(
            feeOf({ ...input, card: cardWith({ pairs: some }) }),
          );
        },
      ),
      { numRuns },
    );
  }, 600_000);
});

/** A second way to tell whether a window holds a moment: by walking the local clock as the platform writes it. */
function holds(
  window: { readonly days: readonly string[]; readonly from: string; readonly to: string },
  at: Date,
  timeZone: string,
): boolean {
  const parts = (moment: Date) => {
    const text = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(moment);
    const part = (type: string): string => text.find((one) => one.type === type)?.value ?? '';
    return {
      weekday: part('weekday').toLowerCase(),
      clock: `${part('hour')}:${part('minute')}`,
      date: `${part('year')}-${part('month')}-${part('day')}`,
    };
  };
  const { weekday, clock, date } = parts(at);
  const dayBefore = new Date(`${date}T12:00:00Z`);
  dayBefore.setUTCDate(dayBefore.getUTCDate() - 1);
  const before = dayBefore.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' }).toLowerCase();
  const overMidnight = window.to <= window.from;
  if (window.days.includes(weekday) && clock >= window.from && (overMidnight || clock < window.to))
    return true;
  return overMidnight && window.days.includes(before) && clock < window.to;
}

describe('a surcharge', () => {
  const base = {
    pickup: { zone: zones[0], point: zones[0]?.center },
    delivery: { zone: zones[0], point: zones[0]?.center },
  } as Pick<PriceInput, 'pickup' | 'delivery'>;
  const linesAt = (card: RateCard, pickupAt: Date): readonly string[] => {
    const price = priceDelivery({
      ...base,
      card,
      parcel: { grams: 1, size: 'small', declaredValue: 0n, codAmount: 0n },
      serviceLevel: 'standard',
      now: pickupAt,
      pickupAt,
      deliverBy: null,
      routedTenths: null,
      batchPlace: 1,
    });
    return price.ok ? price.lines.map(({ code }) => code) : expect.fail(price.message);
  };
  const weekdaysOnly = fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], { minLength: 1 });

  test.each(['Africa/Freetown', 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'])(
    'is chosen by the pickup time on the clock of %s, also where that clock jumps',
    (time_zone) => {
      // Every quarter of an hour of 2026, so that both changes of the clock are among them.
      const moment = fc
        .integer({ min: 0, max: 365 * 96 })
        .map((quarters) => new Date(Date.UTC(2026, 0, 1) + quarters * 900_000));
      fc.assert(
        fc.property(fc.record({ days: weekdaysOnly, from: time, to: time }), moment, (hours, at) => {
          const window = { code: 'night', label: 'Night', percent: 10, ...hours };
          expect(linesAt(cardWith({ time_zone, surcharges: [window] }), at).includes('night')).toBe(
            holds(window, at, time_zone),
          );
        }),
        { numRuns: figure(500, 20_000) },
      );
    },
    600_000,
  );

  test('begins with the first minute of its window and is over with the last', () => {
    const card = cardWith({
      surcharges: [{ code: 'night', label: 'Night', percent: 10, days: ['fri'], from: '22:00', to: '05:00' }],
    });
    const night = (day: number, clock: string): boolean =>
      linesAt(card, new Date(`2026-01-${String(day).padStart(2, '0')}T${clock}Z`)).includes('night');
    expect([
      night(9, '21:59:59.999'),
      night(9, '22:00:00.000'),
      night(10, '04:59:59.999'),
      night(10, '05:00:00.000'),
    ]).toEqual([false, true, true, false]);
  });

  test('of holidays counts on their dates, of one year or of each, and in the night after', () => {
    const holiday = {
      code: 'holiday',
      label: 'Holiday',
      percent: 25,
      days: ['holiday'],
      from: '18:00',
      to: '02:00',
    };
    const card = cardWith({ surcharges: [holiday], holidays: ['2026-04-27', '12-25'] });
    const counts = (at: string): boolean => linesAt(card, new Date(at)).includes('holiday');
    for (const at of [
      '2026-04-27T18:00:00Z',
      '2026-04-28T01:59:00Z',
      '2026-12-25T20:00:00Z',
      '2031-12-25T20:00:00Z',
      '2026-12-26T00:00:00Z',
    ])
      expect(counts(at), at).toBe(true);
    for (const at of [
      '2026-04-27T17:59:00Z',
      '2026-04-28T02:00:00Z',
      '2027-04-27T20:00:00Z',
      '2026-12-25T01:00:00Z',
      '2026-12-26T19:00:00Z',
    ])
      expect(counts(at), at).toBe(false);
  });
});
