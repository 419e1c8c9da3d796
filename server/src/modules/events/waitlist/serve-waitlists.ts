import { Failure } from '../../../kernel/call/failure.ts';
import { isOutage } from '../../../store/index.ts';
import type { Events } from '../module.ts';
import type { EventKey } from '../orders/orders.queries.ts';
import { offerStep } from './compose-offers.ts';
import { entriesWaiting, eventsToServe } from './waitlist.queries.ts';

const EVENTS_MAX = 50;
const ENTRIES_MAX = 100;

/** Offers tickets that came free otherwise than by an order, as where an event was enlarged. */
export async function serveWaitlists(room: Events): Promise<number> {
  const at = room.world.now();
  let offered = 0;
  for (const key of await eventsToServe(room.store.system, EVENTS_MAX))
    offered += await tryServe(room, key, at);
  return offered;
}

async function tryServe(room: Events, key: EventKey, at: Date): Promise<number> {
  try {
    return await serveWaitlist(room, key, at);
  } catch (error) {
    if (isOutage(error)) throw error;
    room.log.error(
      { error, eventId: key.eventId },
      'Tickets could not be offered to those who wait and are tried again.',
    );
    return 0;
  }
}

/** One event's list, in its order; answers how many got an offer. */
export async function serveWaitlist(room: Events, key: EventKey, at: Date): Promise<number> {
  const waiting = await entriesWaiting(room.store.of(key.tenant), key, ENTRIES_MAX);
  const outcomes = await Promise.all(
    waiting.map((entry) =>
      room
        .allocate({
          key,
          orderId: null,
          issues: false,
          compose: (event) => offerStep(room, key, { entry, event, at }),
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
