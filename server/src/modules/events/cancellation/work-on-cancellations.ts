import type { Loop } from '../../../kernel/running/loop.ts';
import { isOutage } from '../../../store/index.ts';
import type { Events } from '../module.ts';
import { cancelOrderSteps, type CancelledEvent, type CancelStep } from '../orders/cancel-event-orders.ts';
import { endEntries } from '../waitlist/waitlist.queries.ts';
import { leaseCancellations, releaseCancellation } from './cancellations.queries.ts';

/** So long a node has a cancellation to itself; it goes to another when this one dies. */
const LEASE_MS = 60_000;
const RETRY_MS = 30_000;
const EVERY_MS = 5_000;
const AT_ONCE_MAX = 4;

/** Undoes what was sold of cancelled events, part by part, until nothing is left. */
export function cancellationLoops(module: Events): readonly Loop[] {
  return [{ name: 'events.cancel', everyMs: EVERY_MS, turn: () => workOnCancellations(module) }];
}

async function workOnCancellations(module: Events): Promise<number> {
  const now = module.world.systemNow();
  const taken = await leaseCancellations(module.store.system, {
    now,
    until: new Date(now.getTime() + LEASE_MS),
    rows_max: AT_ONCE_MAX,
  });
  await Promise.all(taken.map((cancelled) => tryPart(module, cancelled)));
  return taken.length;
}

/** One event that cannot be undone must not hold up the others; it is tried again later. */
async function tryPart(module: Events, cancelled: CancelledEvent): Promise<void> {
  const now = module.world.systemNow();
  try {
    const isFinished = !(await takePart(module, cancelled));
    await releaseCancellation(module.store.of(cancelled.tenant), cancelled.tenant, {
      eventId: cancelled.eventId,
      next_at: now,
      finished_at: isFinished ? now : null,
    });
  } catch (error) {
    if (isOutage(error)) throw error;
    module.log.error(
      { error, eventId: cancelled.eventId },
      'A cancelled event could not be undone wholly and is tried again.',
    );
    await releaseCancellation(module.store.of(cancelled.tenant), cancelled.tenant, {
      eventId: cancelled.eventId,
      next_at: new Date(now.getTime() + RETRY_MS),
      finished_at: null,
    });
  }
}

/** Takes the first step that still has something to do; false when none has. */
async function takePart(module: Events, cancelled: CancelledEvent): Promise<boolean> {
  for (const step of cancelSteps) if ((await step.take(module, cancelled)) > 0) return true;
  return false;
}

/** Entries in one turn. */
const ENTRIES_MAX = 500;

/** In this order: holds are let go, tickets voided, then orders that were paid refunded; and nobody waits any more. */
const cancelSteps: readonly CancelStep[] = Object.freeze([
  ...cancelOrderSteps,
  {
    name: 'who waits',
    take: ({ store }: Events, cancelled: CancelledEvent) =>
      endEntries(store.of(cancelled.tenant), cancelled, { at: cancelled.at, rowsMax: ENTRIES_MAX }),
  },
]);
