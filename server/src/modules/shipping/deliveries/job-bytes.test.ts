import * as fc from 'fast-check';
import { crockfordCharacter, crockfordValue } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { bytesOfJob, jobOfBytes } from './job-bytes.ts';

test('a job number is its forty bits, the first character first', () => {
  const job = fc
    .array(fc.integer({ min: 0, max: 31 }), { minLength: 8, maxLength: 8 })
    .map((values) => values.map(crockfordCharacter).join(''));
  fc.assert(
    fc.property(job, (characters) => {
      const value = [...characters].reduce((sum, one) => sum * 32n + BigInt(crockfordValue(one)), 0n);
      const bytes = bytesOfJob(`SHP-${characters.slice(0, 4)}-${characters.slice(4)}`);
      expect(bytes.toString('hex')).toBe(value.toString(16).padStart(10, '0'));
      const read = jobOfBytes(bytes);
      if (read !== null) expect(read).toBe(`SHP-${characters.slice(0, 4)}-${characters.slice(4)}`);
    }),
  );
});

test('some of them are read again, those whose check character is right', () => {
  const read = Array.from({ length: 400 }, (_, at) => jobOfBytes(Buffer.from([1, 2, 3, at >> 8, at & 255])));
  const known = read.filter((job) => job !== null);
  expect(known.length).toBeGreaterThan(0);
  expect(known.length).toBeLessThan(400);
});
