import { distanceSources, packageSizes, serviceLevels } from '@cottontree/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareQuote } from './compare-quote.ts';
import {
  makeQuote,
  quoteBelongsTo,
  readQuote,
  type PricedInputs,
  type Quote,
  type QuoteBasis,
  type QuoteToMake,
} from './quote-token.ts';

const macKey = Buffer.alloc(32, 7);
const inputs: PricedInputs = {
  pickupZone: 'FT-CBD',
  pickupPin: null,
  deliveryZone: 'FT-LUM',
  deliveryPin: null,
  grams: 1_500,
  packageSize: 'small',
  declaredValue: 10_000n,
  codAmount: 25_050n,
  serviceLevel: 'standard',
  pickupAt: null,
  batchId: null,
};
const basis = {
  pickupAt: new Date(1_767_226_000_000),
  tenths: 70,
  source: 'haversine',
  zoneBaseFee: null,
  batchPlace: 1,
} as const;
const asked: QuoteToMake = {
  livemode: false,
  merchantId: 'mch_01hf7yat00xjsvqg2s9k3m5p8r',
  inputs,
  issuedAt: new Date(1_767_225_600_000),
  expiresAt: new Date(1_767_227_400_000),
  currency: 'SLE',
  fee: 5_100n,
  cancelFee: 2_500n,
  rateCardVersion: 1,
  basis,
  random: new Uint8Array(10).fill(9),
  lines: [
    { code: 'base', label: 'Base fee', amount: 2_500n },
    { code: 'distance', label: 'Distance', amount: 2_000n },
    { code: 'night', label: 'Night: après 22 h', amount: 700n },
    { code: 'batch', label: 'Batch', amount: -100n },
  ],
};
const quoteOf = (text: string): Quote => {
  const result = readQuote(text, macKey);
  return result.ok ? result.quote : expect.fail(result.reason);
};

const moment = fc.integer({ min: 1, max: 2 ** 47 }).map((ms) => new Date(ms));
const pin = fc.option(
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
);
const money = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
const code = fc.stringMatching(/^[A-Z0-9-]{1,32}$/);
const anyInputs = fc.record({
  pickupZone: code,
  pickupPin: pin,
  deliveryZone: code,
  deliveryPin: pin,
  grams: fc.integer({ min: 1, max: 100_000 }),
  packageSize: fc.constantFrom(...packageSizes),
  declaredValue: money,
  codAmount: money,
  serviceLevel: fc.constantFrom(...serviceLevels),
  pickupAt: fc.option(moment),
  batchId: fc.option(fc.stringMatching(/^[\w.#/-]{1,64}$/)),
}) satisfies fc.Arbitrary<PricedInputs>;
const anyBasis = fc.record({
  pickupAt: moment,
  tenths: fc.integer({ min: 0, max: 50_000 }),
  source: fc.constantFrom(...distanceSources),
  zoneBaseFee: fc.option(money),
  batchPlace: fc.integer({ min: 1, max: 10_000 }),
}) satisfies fc.Arbitrary<QuoteBasis>;
const anyLine = fc.oneof(
  fc.record({ code: fc.constant('base'), label: fc.constant('Base fee'), amount: money }),
  fc.record({
    code: fc.stringMatching(/^[a-z_]{1,32}$/),
    label: fc.string({ unit: 'grapheme', maxLength: 15 }),
    amount: money.map((amount) => -amount),
  }),
);

describe('a quote', () => {
  test('comes back as it was made', () => {
    const anyQuote = fc.record({
      inputs: anyInputs,
      basis: anyBasis,
      livemode: fc.boolean(),
      issuedAt: moment,
      expiresAt: moment,
      fee: money,
      lines: fc.array(anyLine, { maxLength: 10 }),
    });
    fc.assert(
      fc.property(anyQuote, (some) => {
        const { merchantId: _, random, ...expected } = { ...asked, ...some };
        const text = makeQuote({ ...asked, ...some }, macKey);
        expect(text).toMatch(/^qt_[\w-]+$/);
        const { merchantHash, nonce, ...quote } = quoteOf(text);
        expect(quote).toEqual(expected);
        expect(nonce).toBe(Buffer.from(random).toString('base64url'));
        expect(merchantHash).toHaveLength(16);
      }),
    );
  });

  test('belongs to one merchant in one mode', () => {
    const quote = quoteOf(makeQuote(asked, macKey));
    expect(quoteBelongsTo(quote, asked)).toBe(true);
    expect(quoteBelongsTo(quote, { ...asked, livemode: true })).toBe(false);
    expect(quoteBelongsTo(quote, { ...asked, merchantId: 'mch_other' })).toBe(false);
  });

  test('is short enough for a query string, even with every surcharge a card may have', () => {
    expect(makeQuote(asked, macKey).length).toBeLessThan(320);
    const lines = Array.from({ length: 10 }, (_, at) => ({
      code: `${at}`.repeat(32),
      label: 'é'.repeat(30),
      amount: 1n,
    }));
    expect(readQuote(makeQuote({ ...asked, lines: [...lines, ...asked.lines] }, macKey), macKey).ok).toBe(
      true,
    );
  });

  test('with any bit changed, or under another key, is forged', () => {
    const bytes = Buffer.from(makeQuote(asked, macKey).slice(3), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(readQuote(`qt_${changed.toString('base64url')}`, macKey)).toEqual({
        ok: false,
        reason: 'forged',
      });
    }
    expect(readQuote(makeQuote(asked, macKey), Buffer.alloc(32, 8))).toEqual({ ok: false, reason: 'forged' });
  });

  test.each(['', 'qt_', 'qt_AAAA', 'qt_!!!!', `qt_${'A'.repeat(100_000)}`])(
    'a text such as number %# is malformed',
    (text) => {
      expect(readQuote(text, macKey)).toEqual({ ok: false, reason: 'malformed' });
    },
  );

  test('has one spelling only', () => {
    const text = makeQuote(asked, macKey);
    for (const other of [`${text}=`, `${text} `, text.toUpperCase(), `${text.slice(0, 9)}.${text.slice(9)}`])
      expect(readQuote(other, macKey).ok).toBe(false);
  });

  test('takes some microseconds to make', () => {
    const times = Array.from({ length: 5 }, () => {
      // The processor's own time: what else the machine does meanwhile does not count.
      const started = process.cpuUsage();
      for (let round = 0; round < 4_000; round += 1) makeQuote(asked, macKey);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 4_000;
    }).toSorted((one, other) => one - other);
    console.info(`a quote is made in ${times[2]?.toFixed(1)} µs (median of 5 × 4,000)`);
    expect(times[0]).toBeLessThan(200);
  });
});

describe('a create that names a quote', () => {
  const quote = quoteOf(makeQuote(asked, macKey));
  const claim = (change: Partial<PricedInputs>, fee = 9_999n) =>
    compareQuote(quote, { inputs: { ...inputs, ...change }, fee });

  test('keeps the quoted fee when it repeats every priced field, whatever the card says by now', () => {
    expect(claim({})).toEqual([]);
  });

  test('may add a pin inside the quoted zone', () => {
    expect(claim({ deliveryPin: { lat: 8.45, lng: -13.27 } })).toEqual([]);
  });

  test('may differ where the fee stays', () => {
    expect(claim({ codAmount: 25_051n, pickupAt: new Date(1_767_225_700_000) }, quote.fee)).toEqual([]);
  });

  test('is told each field that changes the fee', () => {
    expect(claim({ deliveryZone: 'BO-BO', deliveryPin: { lat: 8, lng: -12 } })).toEqual(['delivery_city']);
    expect(
      claim({
        grams: 1_501,
        packageSize: 'large',
        declaredValue: 0n,
        codAmount: 0n,
        serviceLevel: 'express',
        pickupAt: new Date(1_767_225_700_000),
      }),
    ).toEqual([
      'weight_kg',
      'package_size',
      'declared_value',
      'cod_amount',
      'service_level',
      'pickup_window_start',
    ]);
    const pinned = { ...quote, inputs: { ...inputs, pickupPin: { lat: 8.48, lng: -13.23 } } };
    expect(
      compareQuote(pinned, { inputs: { ...inputs, pickupPin: { lat: 8.49, lng: -13.23 } }, fee: 9_999n }),
    ).toEqual(['pickup_lat', 'pickup_lng']);
    expect(compareQuote(pinned, { inputs, fee: 9_999n })).toEqual(['pickup_lat', 'pickup_lng']);
  });
});
