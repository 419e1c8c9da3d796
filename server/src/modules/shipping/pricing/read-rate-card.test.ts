import { expect, test } from 'vitest';
import { demoRateCard } from './demo-rate-card.ts';
import { readRateCard } from './read-rate-card.ts';

test('the demo card is valid, fictional and says so', () => {
  expect(readRateCard(demoRateCard)).toMatchObject({
    ok: true,
    card: {
      version: 1,
      baseFee: 2_500n,
      includedTenths: 20,
      perKm: 400n,
      includedGrams: 3_000,
      perKg: 200n,
      minFee: 2_500n,
      step: 50n,
      codRate: 15_000n,
      cancelFee: null,
      codMax: null,
    },
  });
  expect(demoRateCard.note).toMatch(/not market research/);
});

test.each([
  [{ version: 0 }, 'version'],
  [{ currency: 'LEONE' }, 'currency'],
  [{ time_zone: 'Africa/Atlantis' }, 'time_zone'],
  [{ base_fee: -1 }, 'base_fee'],
  [{ per_km: 1.001 }, 'per_km'],
  [{ included_km: 0.25 }, 'included_km'],
  [{ included_kg: 'three' }, 'included_kg'],
  [{ step: 0 }, 'step'],
  [{ size_fees: { small: 'x' } }, 'size_fees.small'],
  [{ insurance_percent: 1.00001 }, 'insurance_percent'],
  [{ road_factor: 0.9 }, 'road_factor'],
  [{ zone_road_factors: { BO: 0 } }, 'zone_road_factors.BO'],
  [{ pickup_minutes: { standard: 1.5, express: 1 } }, 'pickup_minutes.standard'],
  [{ surcharges: 'night' }, 'surcharges'],
  [
    { surcharges: [{ code: 'base', label: 'x', percent: 1, days: ['mon'], from: '00:00', to: '01:00' }] },
    'surcharges[0].code',
  ],
  [
    { surcharges: [{ code: 'x', label: 'x', percent: 1, days: ['someday'], from: '00:00', to: '01:00' }] },
    'surcharges[0].days',
  ],
  [{ pairs: [{ from: 'FT', to: 'bo' }] }, 'pairs[0].to'],
  [{ pairs: [{ from: 'FT', to: 'BO', closed: 'yes' }] }, 'pairs[0].closed'],
  [{ pairs: [{ from: 'FT', to: 'BO', fixed_fee: 1.001 }] }, 'pairs[0].fixed_fee'],
  [
    {
      pairs: [
        { from: 'FT', to: 'BO' },
        { from: 'FT', to: 'BO' },
      ],
    },
    'pairs[1].to',
  ],
])('%j is refused by its path', (change, path) => {
  expect(readRateCard({ ...demoRateCard, ...change })).toMatchObject({ ok: false, problems: [{ path }] });
});

test.each([
  [5, 5],
  [1_440, 1_440],
  [null, 30],
  [undefined, 30],
])('a card whose quote_minutes is %s lets a quote hold for %s minutes', (given, quoteMinutes) => {
  expect(readRateCard({ ...demoRateCard, quote_minutes: given })).toMatchObject({
    ok: true,
    card: { quoteMinutes },
  });
});

test.each([4, 1_441, 7.5, '30'])('quote_minutes %j is refused', (given) => {
  expect(readRateCard({ ...demoRateCard, quote_minutes: given })).toMatchObject({
    ok: false,
    problems: [{ path: 'quote_minutes' }],
  });
});

test.each([[null], [[]], ['card'], [{}]])('%j is no rate card', (json) => {
  expect(readRateCard(json).ok).toBe(false);
});
