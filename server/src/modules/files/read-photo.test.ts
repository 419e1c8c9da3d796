import { expect, test } from 'vitest';
import { readPhoto } from './encode-photo.ts';
import * as fc from 'fast-check';

/** No bytes leave one character over. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,4})={0,2}$/;
const BYTES_MAX = 1_000;

test('exactly what is base64 is read, to its bytes', () => {
  const characters = fc.constantFrom(...'AZaz09+/=-_ \n\r.é\u0000');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: characters, maxLength: 12 }),
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
        fc.base64String({ maxLength: 60 }),
      ),
      (text) => {
        if (BASE64.test(text))
          expect(readPhoto(text, 'photo', BYTES_MAX)).toEqual(Buffer.from(text, 'base64'));
        else expect(() => readPhoto(text, 'photo', BYTES_MAX)).toThrow('photo');
      },
    ),
    { numRuns: 5_000 },
  );
});

test('the head of a data URL is no part of it, and what is too long is refused', () => {
  expect(readPhoto('data:image/png;base64,QUJD')).toEqual(Buffer.from('ABC'));
  expect(() => readPhoto(Buffer.alloc(1_001).toString('base64'), 'photo', BYTES_MAX)).toThrow('photo');
});
