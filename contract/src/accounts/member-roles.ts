import { Type, type Static } from 'typebox';
import { AmountIn, AmountOut, Nullable, OneOf } from '../schema.ts';
import { SCOPES, type Scope } from '../scopes.ts';

/** What a person does for a merchant. */
export const memberRoles = Object.freeze(['owner', 'admin', 'developer', 'staff', 'viewer'] as const);
export type MemberRole = (typeof memberRoles)[number];

/** What directs couriers stays with the platform's people and with keys that were given it. */
const ofMerchants: readonly Scope[] = SCOPES.filter((scope) => !scope.startsWith('dispatch:'));
const without = (...kept: readonly Scope[]): readonly Scope[] =>
  ofMerchants.filter((scope) => !kept.includes(scope));

/** What each role may do. */
export const memberRoleScopes: Readonly<Record<MemberRole, readonly Scope[]>> = Object.freeze({
  owner: ofMerchants,
  // Where the merchant's money goes is the owners' to say, and what is erased for good.
  admin: without('payout_destinations:write', 'data:erase'),
  developer: without('payout_destinations:write', 'payouts:write', 'members:write', 'data:erase'),
  staff: [
    'shipping:read',
    'shipping:write',
    'events:read',
    'tickets:read',
    'tickets:sell',
    'tickets:refund',
    'tickets:scan',
    'pos:read',
    'inventory:read',
    'inventory:write',
    'sales:write',
    'refunds:write',
    'cash:write',
    'customers:read',
    'customers:write',
    'invoices:read',
    'invoices:write',
    'payments:read',
    'payments:write',
    'payment_links:read',
    'payment_links:write',
    'reports:read',
    'merchant:read',
    'live:read',
  ],
  viewer: ofMerchants.filter((scope) => scope.endsWith(':read') && scope !== 'activity:read'),
});

export const MemberRoleOut = OneOf(memberRoles, 'What the person may do; the scopes follow from it.');

const refundMax = 'The most that one refund may give back, in the currency of the merchant; null: no limit.';

/** Limits of a member as they go out. */
export const MemberLimits = Type.Object(
  { refund_max: Nullable(AmountOut(refundMax)) },
  { title: 'MemberLimits', description: 'How far the member may go where the role allows a thing.' },
);
export type MemberLimits = Static<typeof MemberLimits>;

/** Limits as they come in. */
export const MemberLimitsIn = Type.Object(
  { refund_max: Type.Optional(Nullable(AmountIn(refundMax), refundMax)) },
  { title: 'MemberLimitsBody', description: 'How far the member may go; what is left out stays as it is.' },
);
