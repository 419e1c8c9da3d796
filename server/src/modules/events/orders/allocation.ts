import type { TicketToSign } from '../tickets/sign-ticket.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { PaymentPort } from '../../payments/index.ts';
import type { EventState } from '../events/event-state.ts';
import type { KeyRing } from '../tickets/key-ring.ts';
import { findEvent } from '../events/events.queries.ts';
import type { OrderStep } from './order-step.ts';
import type { EventKey } from './orders.queries.ts';

/** One order that is to be made or changed. */
export type Wanted = {
  readonly key: EventKey;
  /** Null for a new order. */
  readonly orderId: string | null;
  /** Whether tickets are issued, so that there must be a key to sign them. */
  readonly issues: boolean;
  /** Decides on the event as it is; it may be asked again when the event has changed. Refusals are thrown. */
  readonly compose: (event: EventState, signer: TicketSigner) => OrderStep;
};

/** `moved`: nothing was written, the order is another by now. `repeated`: nor here, the Idempotency-Key came before. */
export type Allocated = { readonly outcome: 'granted' | 'moved' | 'repeated'; readonly step: OrderStep };
/** What becomes of one that is wanted. */
export type AllocationVerdict = { readonly allocated: Allocated } | { readonly refusal: unknown };

/** What an order is composed from. */
export type OrderContext = Context & {
  readonly payments: PaymentPort;
  readonly keyRing: KeyRing;
  readonly cache: EventCache;
};

/** What the allocator stands on. */
export type AllocatorContext = OrderContext & {
  /** Holds for those who wait, composed when something of the event is given back. */
  readonly composeOffers: ComposeOffers;
};

export type Offering = { readonly event: EventState; readonly at: Date };
/** A hold for each who waits and can be served from as many tickets as came free, first come first; those for whom there is no room are simply not granted. */
type ComposeOffers = (
  context: OrderContext,
  key: EventKey,
  offering: Offering & { readonly freed: number },
) => Promise<readonly OrderStep[]>;

/** Writes what a ticket's QR code says. */
export type TicketSigner = (ticket: TicketToSign) => string;

/** Events as they were last read. Whether one is still so is judged by its version, under lock, where it matters. */
export type EventCache = {
  readonly known: (key: EventKey) => EventState | undefined;
  /** Null where there is no such event. */
  readonly read: (key: EventKey) => Promise<EventState | null>;
};

const EVENTS_MAX = 1_000;

export function createEventCache({ store }: Pick<Context, 'store'>): EventCache {
  const events = new Map<string, EventState>();
  return {
    known: (key) => events.get(nameOf(key)),
    async read(key) {
      const event = await findEvent(store.of(key.tenant), key.tenant, key.eventId);
      const name = nameOf(key);
      events.delete(name);
      if (!event) return null;
      const [oldest] = events.keys();
      if (events.size >= EVENTS_MAX && oldest !== undefined) events.delete(oldest);
      events.set(name, event);
      return event;
    },
  };
}

export function nameOf({ tenant, eventId }: EventKey): string {
  return `${tenant.merchantId}:${tenant.livemode}:${eventId}`;
}
