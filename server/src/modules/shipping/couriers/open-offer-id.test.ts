import { isId, jobNumberRandomBytes, makeJobNumber } from '@cottontree/contract';
import * as fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../../kernel/secrets/vault.ts';
import { openOfferId, readOpenOfferId } from './open-offer-id.ts';

const vault = createVault(randomBytes, Buffer.alloc(32, 7));

test('An open offer is known again by its id, by its courier alone', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: jobNumberRandomBytes, maxLength: jobNumberRandomBytes }),
      (random) => {
        const jobNumber = makeJobNumber(random);
        const id = openOfferId(vault, jobNumber, 'drv_a');
        expect(isId('off_', id)).toBe(true);
        expect(readOpenOfferId(vault, id, 'drv_a')).toBe(jobNumber);
        expect(readOpenOfferId(vault, id, 'drv_b')).toBeNull();
      },
    ),
  );
});

test('An id that nobody gave out is none', () => {
  for (const id of [
    '',
    'off_',
    'off_00000000000000000000000000',
    'SHP-0000-0000',
    'off_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  ])
    expect(readOpenOfferId(vault, id, 'drv_a')).toBeNull();
});
