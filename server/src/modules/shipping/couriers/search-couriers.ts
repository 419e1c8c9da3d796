import type { Loop } from '../../../kernel/running/loop.ts';
import { isOutage } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';
import type { Shipping } from '../module.ts';
import {
  claimSearch,
  enrolWaiting,
  scheduleSearch,
  sweepSearches,
  type SearchRow,
} from './searches.queries.ts';
import { takeSearchStep } from './take-search-step.ts';

const OFFER_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
const SWEPT_ROWS_MAX = 1_000;
const ENROLLED_ROWS_MAX = 500;
const STEPS_MAX = 50;
/** How late a delivery may become visible after the time it bears: clocks differ, and commits take a moment. */
const LATE_MS = 60_000;
/** A search that stumbles must not hold up all that are due after it. */
const TROUBLE_PAUSE_MS = 60_000;

/** What any one node does for all: begins searches for live deliveries and takes each on when it is due. */
export function courierLoops(module: Shipping): readonly Loop[] {
  const seen = { until: new Date(0) };
  return [
    { name: 'couriers.offer', everyMs: OFFER_EVERY_MS, turn: () => searchCouriers(module, seen) },
    {
      name: 'couriers.sweep',
      everyMs: SWEEP_EVERY_MS,
      turn: () => {
        // Now and then everything that waits is looked through, in case something came in later than thought.
        seen.until = new Date(0);
        return sweepSearches(module.store.system, SWEPT_ROWS_MAX);
      },
    },
  ];
}

async function searchCouriers(module: Shipping, seen: { until: Date }): Promise<number> {
  const now = module.world.now();
  const since = seen.until;
  const created = await enrolWaiting(module.store.system, {
    created_since: new Date(since.getTime() - LATE_MS),
    mode: module.settings.dispatchMode,
    now,
    rows_max: ENROLLED_ROWS_MAX,
  });
  // Where a sweep came in between, everything is looked through next, and this turn must not narrow it.
  if (seen.until === since) seen.until = created.reduce((latest, at) => (at > latest ? at : latest), since);
  let steps = 0;
  while (steps < STEPS_MAX && (await takeNextStep(module, now))) steps += 1;
  return created.length + steps;
}

/** One step of the search that is due longest; false when none is due. */
async function takeNextStep(module: Shipping, now: Date): Promise<boolean> {
  const claimed: { search: SearchRow | undefined } = { search: undefined };
  try {
    await module.store.system.transaction(async (tx) => {
      claimed.search = await claimSearch(tx, now);
      if (claimed.search)
        await takeSearchStep(tx, module, { search: claimed.search, key: keyOf(claimed.search), now });
    });
    return claimed.search !== undefined;
  } catch (error) {
    if (isOutage(error) || claimed.search === undefined) throw error;
    module.log.error(
      { error, jobNumber: claimed.search.job_number },
      'The search for a courier stumbled and is tried again.',
    );
    await scheduleSearch(module.store.system, keyOf(claimed.search), {
      round: claimed.search.round,
      next_at: new Date(now.getTime() + TROUBLE_PAUSE_MS),
    });
    return true;
  }
}

function keyOf(search: SearchRow): JobKey {
  return {
    tenant: { merchantId: search.merchant_id, livemode: search.livemode },
    jobNumber: search.job_number,
  };
}
