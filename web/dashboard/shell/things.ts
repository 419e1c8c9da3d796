import {
  CalendarDays,
  CreditCard,
  FileText,
  Link,
  Package,
  Receipt,
  ShoppingBag,
  ShoppingCart,
  Ticket,
  Users,
  Webhook,
  type IconNode,
} from 'lucide';
import type { StatusOf } from '../../kit/parts/statuses.ts';
import { at } from '../paths.ts';
import { thingTexts as t } from './texts.ts';

type Thing = {
  readonly path: (id: string) => string;
  readonly icon: IconNode;
  /** Whose words its status has. */
  readonly status: StatusOf | null;
  readonly name: () => string;
};

/** Where each kind of thing is shown, by the names that the search gives them. */
const things: Readonly<Record<string, Thing>> = {
  delivery: { path: (id) => `/deliveries/${id}`, icon: Package, status: 'delivery', name: () => t.delivery },
  customer: { path: (id) => `/customers/${id}`, icon: Users, status: null, name: () => t.customer },
  sale: { path: (id) => `/till/sales/${id}`, icon: Receipt, status: 'sale', name: () => t.sale },
  product: {
    path: (id) => `/till/products/${id}`,
    icon: ShoppingBag,
    status: 'product',
    name: () => t.product,
  },
  invoice: { path: (id) => `/invoices/${id}`, icon: FileText, status: 'invoice', name: () => t.invoice },
  payment: { path: (id) => `/payments/${id}`, icon: CreditCard, status: 'payment', name: () => t.payment },
  payment_link: {
    path: (id) => `/payments/links/${id}`,
    icon: Link,
    status: 'link',
    name: () => t.paymentLink,
  },
  event: { path: (id) => `/events/${id}`, icon: CalendarDays, status: 'event', name: () => t.event },
  ticket_order: {
    path: (id) => `/events/orders/${id}`,
    icon: ShoppingCart,
    status: 'order',
    name: () => t.ticketOrder,
  },
  ticket: { path: (id) => `/events/tickets/${id}`, icon: Ticket, status: 'ticket', name: () => t.ticket },
  webhook_endpoint: {
    path: (id) => `/developers/webhooks/${id}`,
    icon: Webhook,
    status: 'endpoint',
    name: () => t.webhookEndpoint,
  },
  webhook_message: {
    path: (id) => `/developers/messages/${id}`,
    icon: Webhook,
    status: 'webhook',
    name: () => t.webhookMessage,
  },
};

/** Which kind of thing an id names, by what it begins with. */
const kinds: Readonly<Record<string, string>> = {
  SHP: 'delivery',
  cus: 'customer',
  sale: 'sale',
  prod: 'product',
  inv: 'invoice',
  pay: 'payment',
  plink: 'payment_link',
  evt: 'event',
  tor: 'ticket_order',
  tkt: 'ticket',
  we: 'webhook_endpoint',
  msg: 'webhook_message',
};

/** The page of the thing that an id or the number of a job names; null where there is none. */
export function hrefOfId(id: string): string | null {
  return hrefOfThing(kinds[id.split(/[_-]/)[0] ?? ''] ?? '', id)?.href ?? null;
}

/** How a kind of thing is shown; null for one that has no page. */
export function thingOf(kind: string): Thing | null {
  return things[kind] ?? null;
}

/** The page of a thing; null for a kind that has none. */
export function hrefOfThing(
  kind: string,
  id: string,
): { readonly href: string; readonly icon: IconNode } | null {
  const known = things[kind];
  return known ? { href: at(known.path(encodeURIComponent(id))), icon: known.icon } : null;
}
