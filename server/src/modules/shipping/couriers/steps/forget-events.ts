import type { Loop } from '../../../../kernel/running/loop.ts';
import type { Shipping } from '../../module.ts';
import { deleteOldEvents } from './driver-events.queries.ts';

/** How long a phone may send the same event again without a second effect. */
export const EVENT_DAYS = 90;
const ROWS_MAX = 1_000;
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Forgets what phones sent long ago. */
export function eventLoops({ store, world }: Shipping): readonly Loop[] {
  const turn = (): Promise<number> =>
    deleteOldEvents(store.system, new Date(world.systemNow().getTime() - EVENT_DAYS * DAY_MS), ROWS_MAX);
  return [{ name: 'couriers.forgetEvents', everyMs: EVERY_MS, irrevocable: true, turn }];
}
