import { currencies, isCurrency } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { countedMinor, notesOf } from './counted.ts';

test('what people pay with in any currency can be counted by note and coin, down to its smallest part', () => {
  for (const code of Object.keys(currencies)) {
    const notes = isCurrency(code) ? notesOf(code) : [];
    expect(notes.at(-1)).toBe(1);
    expect(notes).toEqual([...new Set(notes)].sort((one, other) => other - one));
  }
  // A thousand naira, twenty thousand Guinean francs, fifty dinars.
  expect(notesOf('NGN')[0]).toBe(100_000);
  expect(notesOf('GNF')[0]).toBe(20_000);
  expect(notesOf('TND')[0]).toBe(50_000);
  expect(countedMinor({ total: null, notes: { 100_000: 3, 50: 2 } })).toBe(300_100);
});
