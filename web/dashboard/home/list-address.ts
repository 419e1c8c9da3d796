import { hrefOf } from '../../kit/list/address.ts';
import { at } from '../paths.ts';
import { hrefOfThing } from '../shell/things.ts';
import type { Overview } from './overview.ts';

/** Where the lists that figures lead to are shown. */
const PAGES: Readonly<Record<string, string>> = {
  listDeliveries: '/deliveries',
  listClaims: '/deliveries/claims',
  listInvoices: '/invoices',
  listWebhooks: '/developers/webhooks',
  listWebhookEndpoints: '/developers/webhooks',
  listCashSessions: '/till/cash',
  listPayments: '/payments',
  listRefunds: '/payments/refunds',
  listInventory: '/till/stock',
  listLowStock: '/till/stock/low',
  reportZ: '/till/cash/z-reports',
  listEvents: '/events',
};
/** One alone is shown itself. */
const THINGS: Readonly<Record<string, string>> = {
  deliveries_late: 'delivery',
  deliveries_failed: 'delivery',
  cod_disputed: 'delivery',
  invoices_overdue: 'invoice',
  webhooks_failing: 'webhook_endpoint',
  webhooks_disabled: 'webhook_endpoint',
  payments_to_review: 'payment',
  payments_waiting: 'payment',
  events_nearly_sold_out: 'event',
};

/** The page of the one thing that needs somebody, or their list, narrowed as it was counted; null where there is no such page. */
export function listAddress({ kind, count, first, list }: Overview['needs'][number]): string | null {
  const thing = count === 1 ? hrefOfThing(THINGS[kind] ?? '', first.id) : null;
  const page = PAGES[list.operation];
  return thing?.href ?? (page === undefined ? null : hrefOf(at(page), list.query));
}
