import type { Context } from '../../../kernel/call/context.ts';
import { addHourCounts, forgetHours } from './health.queries.ts';
import type { OutcomeCounter } from './outcome-counter.ts';

const ENDPOINTS_PER_STATEMENT = 500;
const KEPT_MS = 8 * 86_400_000;
const TURNS_BETWEEN_CLEANINGS = 600;

/** A turn adds what was counted since the last one to the hours it belongs to; a crash loses at most what was not added yet. */
export function createCounterWriter(
  { store, world }: Pick<Context, 'store' | 'world'>,
  counter: OutcomeCounter,
): () => Promise<number> {
  let turns = 0;
  return async () => {
    if (turns % TURNS_BETWEEN_CLEANINGS === 0)
      await forgetHours(store.system.slow, new Date(world.systemNow().getTime() - KEPT_MS));
    turns += 1;
    const counts = counter.take();
    for (let from = 0; from < counts.length; from += ENDPOINTS_PER_STATEMENT) {
      try {
        await addHourCounts(store.system, counts.slice(from, from + ENDPOINTS_PER_STATEMENT));
      } catch (error) {
        counter.putBack(counts.slice(from));
        throw error;
      }
    }
    return counts.length;
  };
}
