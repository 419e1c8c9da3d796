import { expect, test } from 'vitest';
import { callers, tokenPrefixes } from '../src/callers.ts';
import { operations } from '../src/operations.ts';
import type { Operation } from '../src/operation.ts';

const all = Object.values(operations) as readonly Operation[];

test('where one signs in is an operation that anyone may call, and whoever is refused is told its path', () => {
  const sessions = Object.values(callers).flatMap(({ signIn, refusal }) =>
    signIn ? [{ signIn, refusal }] : [],
  );
  for (const { signIn, refusal } of sessions) {
    const declared = all.find(({ id }) => id === signIn.operation);
    expect(declared).toMatchObject({ by: 'anyone' });
    expect(`${declared?.method} /v1${declared?.path}`).toBe(signIn.call);
    expect(refusal).toContain(`Sign in with ${signIn.call} `);
  }
  expect(sessions).toHaveLength(3);
});

test('each caller calls something, and no token begins like another', () => {
  const called = new Set(all.map(({ by = 'merchant' }) => by));
  expect([...called].toSorted()).toEqual(Object.keys(callers).toSorted());
  const prefixes = Object.values(tokenPrefixes);
  expect(prefixes.filter((one) => prefixes.some((other) => other !== one && one.startsWith(other)))).toEqual(
    [],
  );
});
