import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectTotals, keyOf } from '../../test/totals-oracle.ts';
import type { Cart, Totals } from './cart.ts';
import { computeTotals } from './compute-totals.ts';

type Vector = { readonly what: string; readonly cart: Cart; readonly totals: Totals };

/** Digits are the only texts in the file that are amounts, quantities or rates. */
const { carts } = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
  (_, value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : value),
) as { readonly carts: readonly Vector[] };

test.each(carts.map(({ what, cart, totals }) => ({ what, cart, totals })))('$what', ({ cart, totals }) => {
  expect(computeTotals(cart)).toEqual(totals);
  const expected = expectTotals(
    cart,
    totals.lines.map(({ netMinor }) => netMinor),
  );
  expect([totals.totalMinor, totals.discountMinor, totals.subtotalMinor]).toEqual([
    expected.totalMinor,
    expected.discountMinor,
    expected.subtotalMinor,
  ]);
  expect(new Map(totals.taxes.map((tax) => [keyOf(tax), tax.taxMinor]))).toEqual(expected.taxes);
});

test('there are enough of them to say something', () => {
  expect(carts.length).toBeGreaterThan(20);
});
