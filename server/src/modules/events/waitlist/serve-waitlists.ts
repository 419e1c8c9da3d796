import { Failure } from '../../../kernel/call/failure.ts';
import { isOutage } from '../../../store/index.ts';
import type { Events } from '../module.ts';
import type { EventKey } from '../orders/orders.queries.ts';
import { offerStep } from './compose-offers.ts';
import { entriesWaiting, eventsToServe } from './waitlist.queries.ts';

const EVENTS_MAX = 50;
const ENTRIES_MAX = 100;

/** Offers tickets that came free otherwise than by an order, as where an event was enlarged. */
export async function serveWaitlists(module: Events): Promise<number> {
  const at = module.world.now();
  let offered = 0;
  for (const key of await eventsToServe(module.store.system, EVENTS_MAX))
    offered += await tryServe(module, key, at);
  return offered;
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
  const waiting = await entriesWaiting(module.store.of(key.tenant), key, ENTRIES_MAX);
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
