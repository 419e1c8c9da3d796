import { expect, test } from 'vitest';
import { secretsAt, type SecretTerm } from './secrets-at.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 21, hour));
const term = (role: SecretTerm['role'], more: Partial<SecretTerm> = {}): SecretTerm => ({
  role,
  created_at: at(0),
  promotes_at: null,
  overlap_hours: 0,
  expires_at: null,
  ...more,
});
const shown = (secrets: readonly SecretTerm[], hour: number) =>
  secretsAt(secrets, at(hour)).map(({ role, created_at }) => `${role} ${created_at.getUTCHours()}`);

test('a lone secret is the primary for ever', () => {
  expect(shown([term('primary')], 23)).toEqual(['primary 0']);
});

test('a next one takes the place of the primary at its time, and the old one goes when the overlap is over', () => {
  const secrets = [
    term('primary'),
    term('next', { created_at: at(1), promotes_at: at(5), overlap_hours: 4 }),
  ];
  expect(shown(secrets, 4)).toEqual(['primary 0', 'next 1']);
  expect(shown(secrets, 5)).toEqual(['primary 1', 'previous 0']);
  expect(shown(secrets, 8)).toEqual(['primary 1', 'previous 0']);
  expect(shown(secrets, 9)).toEqual(['primary 1']);
});

test('of the previous ones the newest comes first, and those that ended do not sign', () => {
  const secrets = [
    term('previous', { created_at: at(1), expires_at: at(10) }),
    term('previous', { created_at: at(2), expires_at: at(3) }),
    term('previous', { created_at: at(3), expires_at: at(9) }),
    term('primary', { created_at: at(4) }),
  ];
  expect(shown(secrets, 5)).toEqual(['primary 4', 'previous 3', 'previous 1']);
});
