import { Failure } from '../../../kernel/call/failure.ts';
import { FACT_SECRET, newFact } from '../../../outbox/index.ts';
import type { EventState } from '../events/event-state.ts';
import type { OrderContext, Offering } from '../orders/allocation.ts';
import { composeLines } from '../orders/compose-lines.ts';
import { makeOrderNames, newOrder } from '../orders/new-order.ts';
import { orderFact } from '../orders/order-facts.ts';
import { plainStep, type OrderStep, type StepFact } from '../orders/order-step.ts';
import type { EventKey, OrderRow } from '../orders/orders.queries.ts';
import { entriesWaiting, type EntryRow } from './waitlist.queries.ts';

/** How long tickets are held for somebody who waited. */
const OFFER_MS = 1_800_000;
const ENTRIES_MAX = 100;

export async function composeOffers(
  context: OrderContext,
  key: EventKey,
  { event, at }: Offering,
): Promise<readonly OrderStep[]> {
  if (event.status !== 'published') return [];
  const waiting = await entriesWaiting(context.store.of(key.tenant), key, ENTRIES_MAX);
  return waiting.flatMap((entry) => {
    try {
      return [offerStep(context, key, { entry, event, at })];
    } catch (error) {
      // So many are not sold to one any more.
      if (error instanceof Failure) return [];
      throw error;
    }
  });
}

/** Holds tickets for somebody who waited, and tells of it. */
export function offerStep(
  context: OrderContext,
  key: EventKey,
  { entry, event, at }: Offering & { readonly entry: EntryRow },
): OrderStep {
  const priced = composeLines(
    event,
    [{ ticket_type_id: entry.ticket_type_id, quantity: entry.quantity }],
    null,
  );
  const names = makeOrderNames(context.world);
  const order = newOrder({
    tenant: key.tenant,
    names,
    event,
    priced,
    at,
    expiresAt: new Date(at.getTime() + OFFER_MS),
    channel: 'web',
    buyer: { name: entry.name, phone: entry.phone, email: entry.email },
    attendees: [],
    promo: null,
    waitlistEntryId: entry.id,
    metadata: {},
  });
  return {
    ...plainStep(null, order, at),
    selling: true,
    entry: {
      id: entry.id,
      version: entry.version + 1,
      sequence: entry.sequence + 1,
      status: 'offered',
      order_id: order.id,
      offered_at: at,
      updated_at: at,
    },
    facts: [
      orderFact('ticket_order.held', order),
      offeredFact(context, { entry, event, order, secret: names.secret }),
    ],
  };
}

type Offered = {
  readonly entry: EntryRow;
  readonly event: EventState;
  readonly order: OrderRow;
  readonly secret: string;
};

/** The link opens the order, so it is sealed until the message is rendered. */
function offeredFact({ settings, vault }: OrderContext, { entry, event, order, secret }: Offered): StepFact {
  const url = `${settings.publicUrl}/e/${event.id}?order=${order.id}&client_secret=${encodeURIComponent(secret)}`;
  const type = event.types.find(({ id }) => id === entry.ticket_type_id);
  return newFact({
    kind: 'waitlist.offered',
    entity: entry.id,
    sequence: entry.sequence + 1,
    at: order.created_at.toISOString(),
    facts: {
      id: entry.id,
      event_id: event.id,
      status: 'offered',
      event_name: event.name,
      ticket_type_id: entry.ticket_type_id,
      ticket_type_name: type?.name ?? '',
      quantity: entry.quantity,
      name: entry.name,
      phone: entry.phone,
      email: entry.email,
      order_id: order.id,
      expires_at: order.expires_at.toISOString(),
      sealed: { url: vault.seal(url, FACT_SECRET).toString('base64') },
    },
  });
}
