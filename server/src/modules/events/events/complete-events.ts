import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage } from '../../../store/index.ts';
import { changeEvent } from './change-event.ts';
import { eventsEnded, eventsEndedOnClock } from './ended-events.queries.ts';
import type { EventState } from './event-state.ts';
import type { Events } from '../module.ts';

const BATCH_ROWS = 200;
/** Rounds that one advance of a clock may set off, so that it ends. */
const CLOCK_ROUNDS_MAX = 1_000;

/** Completes the events that are over, of whatever merchant; answers how many. */
export async function completeEvents(module: Events): Promise<number> {
  const now = module.world.now();
  let completed = 0;
  for (const { tenant, id } of await eventsEnded(module.store.system, now, BATCH_ROWS))
    completed += Number(await tryComplete(module, tenant, { id, now }));
  return completed;
}

/** Completes the test events that a merchant's clock has brought to their end. */
export async function completeEventsOnClock(module: Events, tenant: Tenant, clock: Date): Promise<void> {
  for (let round = 0; round < CLOCK_ROUNDS_MAX; round += 1) {
    const ended = await eventsEndedOnClock(module.store.of(tenant), tenant, {
      now: clock,
      rowsMax: BATCH_ROWS,
    });
    if (ended.length === 0) return;
    for (const id of ended) await complete(module, tenant, { id, now: clock });
  }
}

type Ended = { readonly id: string; readonly now: Date };

/** One event that cannot be completed must not hold up the others. */
async function tryComplete(module: Events, tenant: Tenant, ended: Ended): Promise<boolean> {
  try {
    await complete(module, tenant, ended);
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, eventId: ended.id },
      'An event that is over could not be completed and is tried again.',
    );
    return false;
  }
}

async function complete(module: Events, tenant: Tenant, { id, now }: Ended): Promise<void> {
  const decide = (event: EventState): EventState =>
    event.status === 'published' && event.endDate <= now ? { ...event, status: 'completed' } : event;
  await changeEvent(module, module.store.of(tenant), { tenant, eventId: id, now, ifMatch: null, decide });
}
