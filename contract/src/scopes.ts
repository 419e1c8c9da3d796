/** What a key may be allowed to do. Write does not imply read. */
export const SCOPES = Object.freeze([
  'shipping:read',
  'shipping:write',
  'webhooks:read',
  'webhooks:write',
  'keys:read',
  'keys:write',
  'requests:read',
  'live:read',
  'dispatch:read',
  'dispatch:write',
  'events:read',
  'events:write',
  'tickets:read',
  'tickets:sell',
  'tickets:refund',
  'tickets:scan',
  'pos:read',
  'pos:write',
  'pos:admin',
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
  'payment_providers:read',
  'payment_providers:write',
  'payout_destinations:write',
  'payment_links:read',
  'payment_links:write',
  'reports:read',
  'merchant:read',
  'merchant:write',
  'ledger:read',
  'payouts:write',
  'members:read',
  'members:write',
  'activity:read',
  'data:erase',
] as const);

export type Scope = (typeof SCOPES)[number];

/** A key's scopes may hold `*`, which covers every scope. */
export type GrantedScope = Scope | '*';

/** Whether what a key holds covers what an operation needs. */
export function covers(granted: readonly string[], needed: Scope): boolean {
  return granted.includes('*') || granted.includes(needed);
}
