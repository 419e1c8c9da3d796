import type { Currency } from '@cottontree/contract';
import { describe, expect, test } from 'vitest';
import { readTypedAmount } from './read-typed-amount.ts';

describe('an amount that somebody types', () => {
  test.each<[Currency, string, string]>([
    ['SLE', '50', '50'],
    ['SLE', '12,50', '12.50'],
    ['SLE', '12.5', '12.5'],
    ['SLE', '.50', '0.50'],
    ['SLE', ',50', '0.50'],
    ['SLE', '50.', '50'],
    ['SLE', '1,500', '1500'],
    ['SLE', '1,234,567.50', '1234567.50'],
    ['SLE', '1 500,50', '1500.50'],
    ['SLE', 'NLe 1,500.00', '1500.00'],
    ['SLE', 'Le.50', '50'],
    ['SLE', '50 Leones', '50'],
    ['USD', 'US$.50', '0.50'],
    ['SLE', '0.500', '0.500'],
    ['XOF', '5,000', '5000'],
    ['XOF', '5 000 CFA', '5000'],
    ['TND', '1.500', '1.500'],
    ['TND', '1234,500', '1234.500'],
    ['TND', '1,500.000', '1500.000'],
  ])('is read as it is meant: %s %j', (currency, text, read) => {
    expect(readTypedAmount(text, currency)).toBe(read);
  });

  test.each<[Currency, string]>([
    // One dinar and a half, or one thousand five hundred.
    ['TND', '1,500'],
    // Five thousand francs, or five.
    ['XOF', '5.000'],
    ['SLE', '1.500'],
    ['SLE', '1234,500'],
    ['SLE', '1.500,50'],
    ['SLE', '1,2,3'],
    ['SLE', '-5'],
    ['SLE', 'fifty'],
    // The letter O.
    ['SLE', '15O'],
    ['SLE', ''],
  ])('is asked again where nobody can tell: %s %j', (currency, text) => {
    expect(readTypedAmount(text, currency)).toBeNull();
  });
});
