import type { Tenant } from '../../kernel/call/tenant.ts';
import { isOutage } from '../../store/index.ts';
import type { Events } from './module.ts';
import { serveWaitlist } from './waitlist/serve-waitlists.ts';
import { eventsWaitedFor } from './waitlist/waitlist.queries.ts';
import { changeOrder, simply } from './orders/change-order.ts';
import { expireStep } from './orders/expire-step.ts';
import {
  eventsOverOnClock,
  eventsWithOrdersOver,
  findOrdersOver,
  type EventKey,
} from './orders/orders.queries.ts';

const ROWS_MAX = 500;
/** Rounds of one advance of a clock, so that it ends: each lets go of what a round before offered to somebody who waited. */
const CLOCK_ROUNDS_MAX = 10_000;

/** Lets go of holds whose time is over. */
export async function runDueOrders(module: Events): Promise<number> {
  const now = module.world.now();
  let released = 0;
  for (const key of await eventsWithOrdersOver(module.store.system, { now, rowsMax: ROWS_MAX }))
    released += await tryRelease(module, key, now);
  return released;
}

/** Does what a merchant's test clock has made due, each event at the moment of its first hold that was over, and offers to those who wait what is free then. */
export async function runDueOrdersOnClock(module: Events, tenant: Tenant, clock: Date): Promise<void> {
  const runner = module.store.of(tenant);
  const waitedFor = new Set((await eventsWaitedFor(runner, tenant)).map(({ eventId }) => eventId));
  for (let round = 0; round < CLOCK_ROUNDS_MAX; round += 1) {
    const [first] = await eventsOverOnClock(runner, tenant, clock);
    if (!first) break;
    // Where somebody waits, an offer begins when the hold before it ends; elsewhere nothing depends on the order.
    await releaseOver(
      module,
      { tenant, eventId: first.event_id },
      waitedFor.has(first.event_id) ? first.at : clock,
    );
  }
  for (const key of await eventsWaitedFor(runner, tenant)) await serveWaitlist(module, key, clock);
}

/** One event whose holds cannot be let go must not keep those of others. */
async function tryRelease(module: Events, key: EventKey, now: Date): Promise<number> {
  try {
    return await releaseOver(module, key, now);
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, eventId: key.eventId },
      'Holds that are over could not be let go and are tried again.',
    );
    return 0;
  }
}

/** All at once, so that the event's allocator takes them as one batch. */
async function releaseOver(module: Events, { tenant, eventId }: EventKey, now: Date): Promise<number> {
  const over = await findOrdersOver(module.store.of(tenant), { tenant, eventId }, { now, rowsMax: ROWS_MAX });
  const released = await Promise.all(
    over.map(({ id }) =>
      changeOrder(module, { tenant, id }, (row) => {
        const isOver = (row.status === 'held' || row.status === 'awaiting_payment') && row.expires_at <= now;
        return isOver ? simply(() => expireStep(row, { at: now, world: module.world })) : null;
      }),
    ),
  );
  return released.filter(({ step }) => step !== null).length;
}
