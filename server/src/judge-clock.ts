import type { World } from './kernel/running/world.ts';

const HOUR_MS = 3_600_000;
/** A stop of the machine over a night is no step. */
const STEP_MS_MAX = 24 * HOUR_MS;
const DIFFERENCE_MS_MAX = 24 * HOUR_MS;
/** How long a clock that was stepped must go on steadily. */
const STEADY_MS_LEAST = 24 * HOUR_MS;

export type ClockJudge = () => Promise<boolean>;

/**
 * Tells whether the clock may decide what is old. Not while it is a day apart from the database's, nor for a day
 * after it was stepped by more than one: what is deleted for good by a wrong clock is not there when it is right again.
 */
export function createClockJudge(
  world: Pick<World, 'now' | 'monotonicMs'>,
  databaseNow: () => Promise<Date>,
): ClockJudge {
  let seen = { wallMs: world.now().getTime(), steadyMs: world.monotonicMs() };
  let steppedMs = Number.NEGATIVE_INFINITY;

  return async () => {
    const here = { wallMs: world.now().getTime(), steadyMs: world.monotonicMs() };
    const step = here.wallMs - seen.wallMs - (here.steadyMs - seen.steadyMs);
    if (Math.abs(step) > STEP_MS_MAX) steppedMs = here.steadyMs;
    seen = here;
    if (here.steadyMs - steppedMs < STEADY_MS_LEAST) return false;
    return Math.abs((await databaseNow()).getTime() - world.now().getTime()) <= DIFFERENCE_MS_MAX;
  };
}
