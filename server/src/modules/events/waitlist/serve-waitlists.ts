import { Failure } from '../../../kernel/call/failure.ts';
import { isOutage } from '../../../store/index.ts';
import { FACT_SECRET, newFact } from '../../../outbox/index.ts';
import type { Events } from '../module.ts';
import type { EventKey, OrderRow } from '../orders/orders.queries.ts';
import type { EventState } from '../events/event-state.ts';
import type { OrderContext, Offering } from '../orders/allocation.ts';
import { composeLines } from '../orders/compose-lines.ts';
import { makeOrderNames, newOrder } from '../orders/new-order.ts';
import { orderFact } from '../orders/present-order.ts';
import { plainStep, type OrderStep, type StepFact } from '../orders/order-step.ts';
import { entriesWaiting, eventsToServe, type EntryRow } from './waitlist.queries.ts';

const EVENTS_MAX = 50;
/** Of those who want as many tickets of a type, in one turn of the loop, and of those for whom something came free. */
const [ENTRIES_MAX, ENTRIES_OF_FREED_MAX] = [100, 1_000];
/** Of one event in one turn of the loop. */
const ROUNDS_MAX = 10;

/**
 * Offers tickets that came free otherwise than by an order, as where an event was enlarged. Each turn goes on behind the
 * last event of the one before, so that events whose free tickets nobody may have (those of a pool that is full, or whose
 * sale is over) keep nobody from others.
 */
export function openWaitlistRounds(module: Events): () => Promise<number> {
  let after = '';
  return async () => {
    const at = module.world.now();
    const keys = await eventsToServe(module.store.system, { after, rowsMax: EVENTS_MAX });
    after = keys.length < EVENTS_MAX ? '' : (keys.at(-1)?.eventId ?? '');
    let offered = 0;
    for (const { clock, ...key } of keys) offered += await tryServe(module, key, clock ?? at);
    return offered;
  };
}

async function tryServe(module: Events, key: EventKey, at: Date): Promise<number> {
  try {
    return await serveWaitlist(module, key, at);
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, eventId: key.eventId },
      'Tickets could not be offered to those who wait and are tried again.',
    );
    return 0;
  }
}

/** One event's list, in its order; answers how many got an offer. */
export async function serveWaitlist(module: Events, key: EventKey, at: Date): Promise<number> {
  let offered = 0;
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const granted = await serveRound(module, key, at);
    offered += granted;
    if (granted < ENTRIES_MAX) break;
  }
  return offered;
}

async function serveRound(module: Events, key: EventKey, at: Date): Promise<number> {
  const waiting = await entriesWaiting(module.store.of(key.tenant), key, {
    freed: null,
    rowsMax: ENTRIES_MAX,
  });
  const outcomes = await Promise.all(
    waiting.map((entry) =>
      module
        .allocate({
          key,
          orderId: null,
          issues: false,
          compose: (event) => offerStep(module, key, { entry, event, at }),
        })
        .then(
          ({ outcome }) => outcome === 'granted',
          (error: unknown) => {
            // No room for this one; a later one may want fewer.
            if (error instanceof Failure && error.status < 500) return false;
            throw error;
          },
        ),
    ),
  );
  return outcomes.filter((granted) => granted).length;
}

/** How long tickets are held for somebody who waited. */
const OFFER_MS = 1_800_000;

export async function composeOffers(
  context: OrderContext,
  key: EventKey,
  { event, at, freed }: Offering & { readonly freed: number },
): Promise<readonly OrderStep[]> {
  if (event.status !== 'published') return [];
  const waiting = await entriesWaiting(context.store.of(key.tenant), key, {
    freed,
    rowsMax: ENTRIES_OF_FREED_MAX,
  });
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
function offerStep(
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
