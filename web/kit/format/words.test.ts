import { expect, test } from 'vitest';
import { spanText, wordsOf } from './words.ts';

test('one receipt is told by its number alone, several from the first to the last', () => {
  expect(spanText('T01-000001', 'T01-000001')).toBe('T01-000001');
  expect(spanText('T01-000001', null)).toBe('T01-000001');
  expect(spanText('T01-000001', 'T01-000007')).toBe('T01-000001 – T01-000007');
});

test('a word of the API is read as words, and a URL as people write it', () => {
  expect(wordsOf('in_transit')).toBe('In transit');
  expect(wordsOf('base_url')).toBe('Base URL');
});
