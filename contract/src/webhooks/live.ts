import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import type { Scope } from '../scopes.ts';

type LiveSource = { readonly events: string; readonly kind: string; readonly scope: Scope };

/** Which events tell of which kind of thing, and who may hear of it; of several beginnings that fit, the first. */
const SOURCES = [
  { events: 'shipping.claim.', kind: 'claim', scope: 'shipping:read' },
  { events: 'shipping.', kind: 'delivery', scope: 'shipping:read' },
  { events: 'webhooks.endpoint.', kind: 'webhook', scope: 'webhooks:read' },
  { events: 'payment_link.', kind: 'payment_link', scope: 'payment_links:read' },
  { events: 'payment.', kind: 'payment', scope: 'payments:read' },
  { events: 'refund.', kind: 'refund', scope: 'payments:read' },
  { events: 'payout.', kind: 'payout', scope: 'ledger:read' },
  { events: 'provider_account.', kind: 'provider_account', scope: 'payment_providers:read' },
  { events: 'reconciliation.', kind: 'reconciliation', scope: 'ledger:read' },
  { events: 'customer.', kind: 'customer', scope: 'customers:read' },
  { events: 'pos.cash_session.', kind: 'cash_session', scope: 'pos:read' },
  { events: 'pos.product.', kind: 'product', scope: 'pos:read' },
  { events: 'pos.inventory.', kind: 'stock', scope: 'inventory:read' },
  { events: 'pos.', kind: 'sale', scope: 'pos:read' },
  { events: 'invoice.', kind: 'invoice', scope: 'invoices:read' },
  { events: 'credit_note.', kind: 'credit_note', scope: 'invoices:read' },
  { events: 'event.', kind: 'event', scope: 'events:read' },
  { events: 'ticket_type.', kind: 'ticket_type', scope: 'events:read' },
  { events: 'ticket_order.', kind: 'ticket_order', scope: 'tickets:read' },
  { events: 'ticket.scan', kind: 'scan', scope: 'tickets:read' },
  { events: 'ticket.', kind: 'ticket', scope: 'tickets:read' },
  { events: 'waitlist.', kind: 'waitlist_entry', scope: 'tickets:read' },
] as const satisfies readonly LiveSource[];

export type LiveKind = (typeof SOURCES)[number]['kind'];
export const liveKinds: readonly LiveKind[] = Object.freeze([...new Set(SOURCES.map(({ kind }) => kind))]);

/** What an event of the catalogue tells of, for whom, and what happened to it; null for those that are about nothing. */
export function liveNews(
  event: string,
): { readonly kind: LiveKind; readonly scope: Scope; readonly change: string } | null {
  const source = SOURCES.find(({ events }) => event.startsWith(events));
  if (!source) return null;
  const { kind, scope, events } = source;
  return {
    kind,
    scope,
    change: event.slice(events.endsWith('.') ? events.length : events.lastIndexOf('.') + 1),
  };
}

/** The scopes that let a caller hear of a kind. */
export function liveScope(kind: LiveKind): Scope {
  return SOURCES.find((source) => source.kind === kind)?.scope ?? 'live:read';
}

export const LiveKinds = Type.Object(
  {
    kinds: Type.Array(Type.Unsafe<LiveKind>({ type: 'string', enum: [...liveKinds] }), {
      description: 'What the scopes of the caller let it hear of.',
    }),
  },
  {
    title: 'LiveKinds',
    description:
      'Asked for with Accept: text/event-stream, the answer is a stream instead: events named change with {kind, id, change}, and resync, which says to ask again for everything that is shown.',
  },
);
export type LiveKinds = Static<typeof LiveKinds>;

export const watchChanges = operation({
  id: 'watchChanges',
  method: 'GET',
  path: '/live',
  tag: 'Live',
  summary: 'Hear what changes',
  description:
    'With Accept: text/event-stream a stream of what happens in the mode of the caller: kinds, ids and the word of what happened, nothing else; as far as its scopes go. It promises nothing but "ask again": for a receipt of every event use webhooks or their feed. Without that header, the kinds that would be heard of.',
  scope: 'live:read',
  status: 200,
  events: 'change',
  answer: LiveKinds,
  errors: [],
  example: { answer: { kinds: ['delivery', 'claim'] } },
});
