import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { crockfordAlphabet } from '../crockford.ts';
import { makeJobNumber, normaliseJobNumber } from './job-number.ts';

const random = fc.uint8Array({ minLength: 7, maxLength: 7 });

test('a job number is two groups of four, the last character checks the rest', () => {
  expect(makeJobNumber(new Uint8Array(7))).toBe('SHP-0000-0000');
  // 2·1 + 3·2 + 5·3 + 7·4 + 11·5 + 13·6 + 17·7 = 303, and 303 mod 31 = 24.
  expect(makeJobNumber(new Uint8Array([1, 2, 3, 4, 5, 6, 7]))).toBe('SHP-1234-567R');
});

test('the number comes back however people type it', () => {
  fc.assert(
    fc.property(random, (random) => {
      const number = makeJobNumber(random);
      expect(number).toMatch(/^SHP-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      const typed = ` ${number.slice(4).replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase()}\n`;
      expect(normaliseJobNumber(number)).toBe(number);
      expect(normaliseJobNumber(` shp-${typed.trim()}\n`)).toBe(number);
      expect(normaliseJobNumber(number.replaceAll('1', 'I').replaceAll('0', 'O'))).toBe(number);
    }),
  );
});

test.each([
  '',
  'SHP-',
  'SHP-0000-000',
  'SHP-0000-00000',
  'SHP-0000-0001',
  'SHP-U000-0000',
  'SHP00000000',
  'XSHP-0000-0000',
  'SHP-0000-000é',
  'ſHP-0000-0000',
  ' '.repeat(1_000),
])('%j is no job number', (text) => {
  expect(normaliseJobNumber(text)).toBeNull();
});

/** Seven bytes that look random but are the same in every run. */
function scrambled(seed: number): Uint8Array {
  return Uint8Array.from({ length: 7 }, (_, at) => {
    const mixed = Math.imul(seed * 7 + at + 1, 0x9e3779b1);
    return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 16;
  });
}

/** All single wrong characters and all swaps of unlike neighbours over 3,000 fixed numbers. */
function shareCaught(): { typos: number; swaps: number } {
  const count = { typos: 0, typosCaught: 0, swaps: 0, swapsCaught: 0 };
  for (let seed = 0; seed < 3_000; seed += 1) {
    const number = makeJobNumber(scrambled(seed));
    const body = number.replaceAll('-', '').slice(3);
    const spelled = (characters: string) =>
      normaliseJobNumber(`SHP-${characters.slice(0, 4)}-${characters.slice(4)}`);
    for (let at = 0; at < 8; at += 1) {
      for (const other of crockfordAlphabet) {
        if (other === body.charAt(at)) continue;
        count.typos += 1;
        if (spelled(body.slice(0, at) + other + body.slice(at + 1)) === null) count.typosCaught += 1;
      }
      if (at === 7 || body.charAt(at) === body.charAt(at + 1)) continue;
      count.swaps += 1;
      if (spelled(body.slice(0, at) + body.charAt(at + 1) + body.charAt(at) + body.slice(at + 2)) === null)
        count.swapsCaught += 1;
    }
  }
  return { typos: count.typosCaught / count.typos, swaps: count.swapsCaught / count.swaps };
}

test('at least 99.5 % of single typos and of neighbour swaps are caught', () => {
  const share = shareCaught();
  console.info(
    `caught: ${(share.typos * 100).toFixed(2)} % of typos, ${(share.swaps * 100).toFixed(2)} % of swaps`,
  );
  expect(share.typos).toBeGreaterThanOrEqual(0.995);
  expect(share.swaps).toBeGreaterThanOrEqual(0.995);
});
