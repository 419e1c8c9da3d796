import type { MemberRole } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { rolesOf, scopesOf } from './contract-values.ts';

test('the pages know which right each operation needs, and of those that need none nothing', () => {
  const scopes = scopesOf();
  expect(scopes).toMatchObject({ createKey: 'keys:write', listRequests: 'requests:read' });
  expect(Object.values(scopes).every((scope) => /^[a-z_]+:[a-z]+$/.test(scope))).toBe(true);
  expect(scopes).not.toHaveProperty('signInMember');
});

test('the pages know the least role that has each right', () => {
  expect(rolesOf()).toMatchObject({
    'customers:read': 'viewer' satisfies MemberRole,
    'refunds:write': 'staff' satisfies MemberRole,
    'keys:write': 'developer' satisfies MemberRole,
    'members:write': 'admin' satisfies MemberRole,
    'data:erase': 'owner' satisfies MemberRole,
  });
});
