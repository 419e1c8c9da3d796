import { limits } from 'form:createKey';
import { may } from '../../../kit/data/session.ts';
import { groupTexts, scopeTexts } from './scope-texts.ts';

type Group = keyof typeof groupTexts;

const groupOf: Readonly<Record<string, Group>> = {
  shipping: 'deliveries',
  events: 'events',
  tickets: 'events',
  pos: 'till',
  inventory: 'till',
  sales: 'till',
  refunds: 'till',
  cash: 'till',
  customers: 'customers',
  invoices: 'invoices',
  payments: 'payments',
  payment_providers: 'payments',
  payment_links: 'payments',
  payout_destinations: 'payments',
  payouts: 'payments',
  reports: 'payments',
  ledger: 'payments',
  webhooks: 'developers',
  keys: 'developers',
  requests: 'developers',
  live: 'developers',
  merchant: 'people',
  members: 'people',
  activity: 'people',
  data: 'people',
};

/** What the platform's own people do, not merchants. */
const PLATFORM = /^dispatch:/;

/** Every right that a merchant's key may hold. */
export const scopes: readonly string[] = (limits['scopes[]']?.options ?? []).filter(
  (scope) => scope !== '*' && !PLATFORM.test(scope),
);

/** What the signed-in person can give on. */
export function scopesOfPerson(): readonly string[] {
  return scopes.filter(may);
}

/** The rights by what they are about, in the order of the shell. */
export const scopeGroups: readonly (readonly [Group, readonly string[]])[] = (
  Object.keys(groupTexts) as Group[]
)
  .map((group) => [group, scopes.filter((scope) => groupFor(scope) === group)] as const)
  .filter(([, members]) => members.length > 0);

function groupFor(scope: string): Group {
  return groupOf[scope.split(':')[0] ?? ''] ?? 'others';
}

/** A right in words. */
export function wordsOfScope(scope: string): string {
  return (scopeTexts as Readonly<Record<string, string>>)[scope] ?? scope;
}

/** `shipping:*` where a key has all of one kind. */
export function shortScopes(held: readonly string[]): readonly string[] {
  const kinds = [...new Set(held.map((scope) => scope.split(':')[0] ?? ''))];
  return kinds.flatMap((kind) => {
    const own = held.filter((scope) => scope.startsWith(`${kind}:`));
    const all = scopes.filter((scope) => scope.startsWith(`${kind}:`));
    return own.length > 1 && own.length === all.length ? [`${kind}:*`] : own;
  });
}

/** A call that a key with these rights may make, for its sample. */
export function callFor(held: readonly string[]): string {
  const known = Object.entries(firstCalls).find(([scope]) => held.includes('*') || held.includes(scope));
  return known?.[1] ?? '/webhooks/event-types';
}

const firstCalls: Readonly<Record<string, string>> = {
  'shipping:read': '/shipping/quote?pickup_city=Freetown&delivery_city=Lumley&weight_kg=1.5',
  'inventory:read': '/pos/inventory?low_stock=true',
  'pos:read': '/pos/products?limit=5',
  'payments:read': '/payments?limit=5',
  'invoices:read': '/invoices?limit=5',
  'events:read': '/events?limit=5',
  'customers:read': '/customers?limit=5',
  'payment_links:read': '/payment-links?limit=5',
  'webhooks:read': '/webhooks',
  'requests:read': '/requests?limit=5',
  'keys:read': '/keys',
};
