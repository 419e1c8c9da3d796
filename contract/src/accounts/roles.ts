import { SCOPES, type Scope } from '../scopes.ts';

/** What a person of the platform is there for. */
export const userRoles = Object.freeze(['operator', 'dispatcher', 'cashier'] as const);
export type UserRole = (typeof userRoles)[number];

/** What concerns merchants' own shops stays with their keys. */
const forPlatform: readonly Scope[] = SCOPES.filter((scope) =>
  /^(dispatch|cash|reports|ledger|payouts|shipping):/.test(scope),
);

/** What each role may do. */
export const roleScopes: Readonly<Record<UserRole, readonly Scope[]>> = Object.freeze({
  operator: forPlatform,
  dispatcher: ['dispatch:read', 'dispatch:write', 'reports:read'],
  cashier: ['dispatch:read', 'cash:write', 'ledger:read'],
});
