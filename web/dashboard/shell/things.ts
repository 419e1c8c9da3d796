import {
  CalendarDays,
  CreditCard,
  FileText,
  Link,
  Package,
  Receipt,
  ShoppingBag,
  Ticket,
  Users,
  Webhook,
  type IconNode,
} from 'lucide';
import { at } from '../paths.ts';

/** Where each kind of thing is shown. */
const things: Readonly<Record<string, readonly [path: (id: string) => string, icon: IconNode]>> = {
  delivery: [(id) => `/deliveries/${id}`, Package],
  customer: [(id) => `/customers/${id}`, Users],
  order: [(id) => `/events/orders/${id}`, Ticket],
  ticket: [(id) => `/events/tickets/${id}`, Ticket],
  event: [(id) => `/events/${id}`, CalendarDays],
  sale: [(id) => `/till/sales/${id}`, Receipt],
  product: [(id) => `/till/products/${id}`, ShoppingBag],
  invoice: [(id) => `/invoices/${id}`, FileText],
  payment: [(id) => `/payments/${id}`, CreditCard],
  link: [(id) => `/payments/links/${id}`, Link],
  endpoint: [(id) => `/developers/webhooks/${id}`, Webhook],
  message: [(id) => `/developers/messages/${id}`, Webhook],
};

/** The page of a thing; null for a kind that has none. */
export function hrefOfThing(
  kind: string,
  id: string,
): { readonly href: string; readonly icon: IconNode } | null {
  const known = things[kind];
  return known ? { href: at(known[0](encodeURIComponent(id))), icon: known[1] } : null;
}
