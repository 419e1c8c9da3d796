import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('an address is read however often it is', () => {
  const unread = Array.from({ length: 50_000 }, () => parseUrl('https://köln.example/ö')).filter(
    (url) => url?.pathname !== '/%C3%B6',
  );
  expect(unread).toEqual([]);
});

test.each(['', 'https://', '/path', 'http://a b/', 'https://[::1'])('%j is none', (text) => {
  expect(parseUrl(text)).toBeNull();
});
