import type { Context } from '../../../kernel/call/context.ts';
import { findEvent } from '../events/events.queries.ts';
import type { EventState } from '../events/event-state.ts';
import type { EventKey } from './orders.queries.ts';

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
