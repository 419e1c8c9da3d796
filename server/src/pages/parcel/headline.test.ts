import { expect, test } from 'vitest';
import { english } from '../texts/english.ts';
import { krio } from '../texts/krio.ts';
import { inWords } from './headline.ts';

test.each([
  [0, 'any moment now', 'jisnɔ so'],
  [60, 'in 60 minutes', 'insay 60 minit'],
  [61, 'in about 1 hour', 'insay lɛk 1 awa'],
  [88, 'in about 1½ hours', 'insay lɛk 1 awa ɛn af'],
  [110, 'in about 2 hours', 'insay lɛk 2 awa'],
  [200, 'in about 3½ hours', 'insay lɛk 3 awa ɛn af'],
])('a courier who is %s minutes off comes %s', (minutes, en, kri) => {
  expect(inWords(minutes, english)).toBe(en);
  expect(inWords(minutes, krio)).toBe(kri);
});
