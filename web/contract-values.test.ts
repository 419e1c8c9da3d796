import { expect, test } from 'vitest';
import { scopesOf } from './contract-values.ts';

test('the pages know which right each operation needs, and of those that need none nothing', () => {
  const scopes = scopesOf();
  expect(scopes).toMatchObject({ createKey: 'keys:write', listRequests: 'requests:read' });
  expect(Object.values(scopes).every((scope) => /^[a-z_]+:[a-z]+$/.test(scope))).toBe(true);
  expect(scopes).not.toHaveProperty('signInMember');
});
