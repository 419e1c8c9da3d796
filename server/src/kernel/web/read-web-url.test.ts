import { expect, test } from 'vitest';
import { readWebUrl } from './read-web-url.ts';

test.each([
  'https://shop.example.sl',
  'http://127.0.0.1:8080/a?b=c#d',
  'HTTPS://shop.example.sl/x',
  'https://köln.example/ö',
])('%s is where a browser can go, and stays as it was written', (text) => {
  expect(readWebUrl(text, 'return_url')).toBe(text);
});

test.each([
  'https://',
  'http://a b/',
  'https://[::1',
  'https://shop.example.sl@evil.example/',
  'https://:secret@shop.example.sl/',
  'javascript:alert(1)',
  'shop.example.sl',
  '',
])('%j is refused, naming the field', (text) => {
  expect(() => readWebUrl(text, 'return_url')).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: {
        fields: [{ path: 'return_url', message: expect.stringContaining('must be a whole address') }],
      },
    }),
  );
});
