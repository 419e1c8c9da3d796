import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../../kernel/secrets/vault.ts';
import { readSignedAmount, signAmount } from './sign-amount.ts';

const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const module = { vault: createVault(randomBytes, key) };
const shop = { merchantId: 'mch_1', livemode: true };
const now = new Date('2026-11-21T09:14:00Z');
const terms = {
  amountMinor: 15_050n,
  currency: 'SLE',
  reference: 'ORD-1042',
  expiresAt: new Date('2026-11-21T10:14:00Z'),
} as const;
const token = signAmount(module, shop, terms);
const refusalOf = (given: string, { tenant = shop, at = now, from = module } = {}): string => {
  try {
    readSignedAmount(from, tenant, { token: given, now: at });
    return 'accepted';
  } catch (error) {
    expect(error).toMatchObject({ code: 'AMOUNT_TOKEN_INVALID' });
    return (error as Error).message;
  }
};

test('a token says what was signed, also after the secret key was rotated', () => {
  expect(readSignedAmount(module, shop, { token, now })).toMatchObject(terms);
  expect(
    readSignedAmount({ vault: createVault(randomBytes, otherKey, [key]) }, shop, { token, now }),
  ).toMatchObject(terms);
  const open = signAmount(module, shop, { ...terms, reference: null });
  expect(readSignedAmount(module, shop, { token: open, now }).reference).toBeNull();
});

describe('is refused', () => {
  test('in any other form', () => {
    for (const given of ['', 'sa1', 'x', `${token}x`, token.replace('sa1', 'sa2'), token.slice(0, -1)])
      expect(refusalOf(given)).toContain('form');
  });

  test('where a single character differs', () => {
    for (const at of [4, 10, 60, token.length - 20, token.length - 2]) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(refusalOf(changed)).toMatch(/form|changed/);
    }
  });

  test('under a key that is not ours', () => {
    expect(refusalOf(token, { from: { vault: createVault(randomBytes, otherKey) } })).toContain(
      'was not made',
    );
  });

  test('by another merchant, and in the other mode', () => {
    const forged = signAmount({ vault: createVault(randomBytes, otherKey) }, shop, terms);
    const expired = new Date(terms.expiresAt.getTime() + 1);
    for (const at of [now, expired]) {
      const stranger = refusalOf(forged, { at });
      expect(refusalOf(token, { tenant: { merchantId: 'mch_2', livemode: true }, at })).toBe(stranger);
      expect(refusalOf(token, { tenant: { ...shop, livemode: false }, at })).toBe(stranger);
    }
  });

  test('from the second it expires in', () => {
    expect(
      readSignedAmount(module, shop, { token, now: new Date(terms.expiresAt.getTime() - 1) }),
    ).toMatchObject(terms);
    expect(refusalOf(token, { at: terms.expiresAt })).toContain('expired at 2026-11-21T10:14:00.000Z');
  });
});
