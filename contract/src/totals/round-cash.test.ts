import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundCash } from './round-cash.ts';

test('cash goes to the nearest coin, halves up, or always up or down', () => {
  const rounded = (mode: 'nearest' | 'up' | 'down') =>
    [1_024n, 1_025n, 1_026n, 1_050n, 0n, 1n].map((minor) => roundCash(minor, { incrementMinor: 50n, mode }));
  expect(rounded('nearest')).toEqual([1_000n, 1_050n, 1_050n, 1_050n, 0n, 0n]);
  expect(rounded('up')).toEqual([1_050n, 1_050n, 1_050n, 1_050n, 0n, 50n]);
  expect(rounded('down')).toEqual([1_000n, 1_000n, 1_000n, 1_050n, 0n, 0n]);
  expect(roundCash(1_023n, { incrementMinor: 0n, mode: 'up' })).toBe(1_023n);
});

test('whatever the coin, what is paid is a multiple of it, less than one coin away, and stays when it is rounded again', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 20n),
      fc.bigInt(1n, 10_000n),
      fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
      (minor, incrementMinor, mode) => {
        const paid = roundCash(minor, { incrementMinor, mode });
        expect(paid % incrementMinor).toBe(0n);
        const off = paid - minor;
        expect(
          mode === 'nearest'
            ? 2n * off <= incrementMinor && 2n * off > -incrementMinor
            : mode === 'up'
              ? off >= 0n && off < incrementMinor
              : off <= 0n && off > -incrementMinor,
        ).toBe(true);
        expect(roundCash(paid, { incrementMinor, mode })).toBe(paid);
      },
    ),
  );
});

test('nothing below zero is rounded', () => {
  expect(() => roundCash(-1n, { incrementMinor: 50n, mode: 'up' })).toThrow(RangeError);
  expect(() => roundCash(1n, { incrementMinor: -50n, mode: 'up' })).toThrow(RangeError);
});
