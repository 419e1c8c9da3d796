import { pbkdf2Sync } from 'node:crypto';
import { makeTicketCode, ticketCodeRandomBytes, typedCodeCost } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { heldMs } from '../../../../test/kit/held-ms.ts';
import { createVault } from '../../../kernel/secrets/vault.ts';
import { createTypedCodeCache, TYPED_HASH_BYTES } from './typed-codes.ts';

const { iterations, peppers } = typedCodeCost;
const vault = createVault((length) => Buffer.alloc(length, 1), Buffer.alloc(32, 7));
const EVENT = 'evt_0024h36h2ncsvrh6daqf6dvvqz';
const BITS_PER_CHARACTER = 5;
/** As codes are in life: no two alike. */
const codeOf = (number: number): string =>
  makeTicketCode(
    Uint8Array.from({ length: ticketCodeRandomBytes }, (_, place) => number >> (place * BITS_PER_CHARACTER)),
  );
const ticketOf = (number: number) => ({ code: codeOf(number), code_sealed: null });

/** As a door does it that knows nothing but the manifest. */
function tried(code: string, salt: string): readonly string[] {
  return Array.from({ length: peppers }, (_, pepper) =>
    pbkdf2Sync(
      code,
      Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from([pepper >> 8, pepper & 255])]),
      iterations,
      TYPED_HASH_BYTES,
      'sha256',
    ).toString('hex'),
  );
}
function hashesOf({ hashes }: { readonly hashes: string }): readonly string[] {
  return Buffer.from(hashes, 'base64').toString('hex').match(/.{32}/g) ?? [];
}

/** One RTX 4090 (hashcat 6.2.6, mode 10900): 8,865.7 thousand tries of 999 rounds a second. */
const ROUNDS_PER_SECOND = 8_865_700 * 999;
const TICKETS = 10_000;

test('a search of a copied manifest takes days for the first code of ten thousand, and decades for all', () => {
  const tries = 2 ** (ticketCodeRandomBytes * BITS_PER_CHARACTER);
  const allSeconds = (tries * iterations * peppers) / ROUNDS_PER_SECOND;
  expect(TYPED_HASH_BYTES).toBeGreaterThanOrEqual(16);
  expect(allSeconds / TICKETS / 86_400).toBeGreaterThan(2);
  expect(allSeconds / 86_400 / 365).toBeGreaterThan(50);
});

test('a typed code is found under one of its peppers, another one under none', async () => {
  const packed = await createTypedCodeCache({ vault }).pack([ticketOf(1), ticketOf(2)], EVENT);
  const hashes = hashesOf(packed);
  expect(hashes).toHaveLength(2);
  expect(tried(codeOf(2), packed.salt).filter((hash) => hashes.includes(hash))).toEqual([hashes[1]]);
  expect(tried(codeOf(3), packed.salt).filter((hash) => hashes.includes(hash))).toEqual([]);
});

test('peppers are spread over all there are, and each event and each secret key has a salt of its own', async () => {
  const other = createVault((length) => Buffer.alloc(length, 1), Buffer.alloc(32, 8));
  const packed = await Promise.all([
    createTypedCodeCache({ vault }).pack([ticketOf(1)], EVENT),
    createTypedCodeCache({ vault }).pack([ticketOf(1)], 'evt_0024h36h2ncsvrh6daqf6dvvqx'),
    createTypedCodeCache({ vault: other }).pack([ticketOf(1)], EVENT),
  ]);
  expect(new Set(packed.map(({ salt }) => salt)).size).toBe(3);
  expect(new Set(packed.map(({ hashes }) => hashes)).size).toBe(3);
  const places = await Promise.all(
    Array.from({ length: 6 }, async (_, number) => {
      const { salt, hashes } = await createTypedCodeCache({ vault }).pack([ticketOf(number)], EVENT);
      return tried(codeOf(number), salt).indexOf(hashesOf({ hashes })[0] ?? '');
    }),
  );
  expect(new Set(places).size).toBeGreaterThan(3);
});

test('three hundred hashes hold the event loop for no more than a moment, are made once, and are shared by doors that ask at once', async () => {
  let made = 0;
  const counting = {
    ...vault,
    fingerprint: (purpose: string, ...parts: readonly string[]) => {
      if (purpose.endsWith('.pepper')) made += 1;
      return vault.fingerprint(purpose, ...parts);
    },
  };
  const cache = createTypedCodeCache({ vault: counting });
  const tickets = Array.from({ length: 300 }, (_, number) => ticketOf(number));
  const both = Promise.all([cache.pack(tickets, EVENT), cache.pack(tickets, EVENT)]);
  expect(await heldMs(both)).toBeLessThan(50);
  const [first, second] = await both;
  expect(second).toEqual(first);
  expect(await cache.pack(tickets.slice(5, 7), EVENT)).toMatchObject({
    hashes: Buffer.from(first.hashes, 'base64').subarray(80, 112).toString('base64'),
  });
  expect(made).toBe(tickets.length);
});
