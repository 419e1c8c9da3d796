import { randomBytes } from 'node:crypto';
import { makeJobNumber } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { createRenewableVault, createVault, type Keys } from '../../../kernel/secrets/vault.ts';
import { readViewToken, viewToken } from './view-token.ts';

/** One of many job numbers that differ. */
function jobNumber(at: number): string {
  return makeJobNumber(Uint8Array.of(at & 31, (at >> 5) & 31, (at >> 10) & 31, (at >> 15) & 31, 0, 0, 0));
}

test('a token leads to its job and is the same each time, however many are made between', () => {
  const vault = createVault(randomBytes, randomBytes(32));
  const first = viewToken(vault, jobNumber(0));
  const tokens = new Set<string>();
  for (let at = 0; at < 20_000; at += 1) tokens.add(viewToken(vault, jobNumber(at)));
  expect(tokens.size).toBe(20_000);
  expect(viewToken(vault, jobNumber(0))).toBe(first);
  expect(readViewToken(vault, first)).toBe(jobNumber(0));
});

test('a token of one secret key is none of another', () => {
  const [ours, theirs] = [
    createVault(randomBytes, randomBytes(32)),
    createVault(randomBytes, randomBytes(32)),
  ];
  const token = viewToken(ours, jobNumber(7));
  expect(viewToken(theirs, jobNumber(7))).not.toBe(token);
  expect(readViewToken(theirs, token)).toBeNull();
});

test('after a rotation another token is made, and the former leads there as long as its key opens', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  let kept: Keys = { current: before, previous: [] };
  const vault = createRenewableVault(randomBytes, { now: kept, readAgain: () => kept });
  const former = viewToken(vault, jobNumber(7));
  kept = { current: after, previous: [before] };
  vault.refresh();
  const renewed = viewToken(vault, jobNumber(7));
  expect(renewed).not.toBe(former);
  expect([former, renewed].map((token) => readViewToken(vault, token))).toEqual([jobNumber(7), jobNumber(7)]);
  kept = { current: after, previous: [] };
  vault.refresh();
  expect([former, renewed].map((token) => readViewToken(vault, token))).toEqual([null, jobNumber(7)]);
});
