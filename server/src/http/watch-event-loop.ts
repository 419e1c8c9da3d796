import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Figure } from '../kernel/running/figure.ts';
import type { WorkStep } from '../kernel/running/in-turns.ts';

/** What holds the event loop up: whatever it is, and which operations' own work. */
export type LoopWatch = Disposable & {
  /** Takes the time of what is done at a stretch for an operation. */
  readonly stepsOf: (operation: string) => WorkStep;
  /** The longest that anything held the loop in the last five to ten minutes. */
  readonly worstMs: () => number;
  /** The longest that work for one request of the operation did in that time; 0 where there was none. */
  readonly heldMs: (operation: string) => number;
  readonly figures: () => readonly Figure[];
  /** Forgets what there was so far, as starting the program: nobody waited for it. */
  readonly forget: () => void;
};

/** How often the watch looks; a loop that does nothing answers so late. */
const LOOK_EVERY_MS = 10;
const SPAN_MS = 300_000;
const NANOSECONDS_PER_MS = 1_000_000;

export function createLoopWatch(monotonicMs: () => number): LoopWatch {
  const looks = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  const held = { before: new Map<string, number>(), now: new Map<string, number>() };
  let worstBeforeMs = 0;
  const worstNowMs = (): number =>
    looks.count === 0 ? 0 : Math.max(0, looks.max / NANOSECONDS_PER_MS - LOOK_EVERY_MS);
  const turn = (): void => {
    worstBeforeMs = worstNowMs();
    looks.reset();
    held.before = held.now;
    held.now = new Map();
  };
  // What was in the span before the last one is forgotten.
  const timer = setInterval(turn, SPAN_MS);
  timer.unref();
  looks.enable();

  const worstMs = (): number => Math.max(worstBeforeMs, worstNowMs());
  const heldMs = (operation: string): number =>
    Math.max(held.before.get(operation) ?? 0, held.now.get(operation) ?? 0);
  return {
    worstMs,
    heldMs,
    stepsOf: (operation) => (step) => {
      const startedMs = monotonicMs();
      try {
        return step();
      } finally {
        const tookMs = monotonicMs() - startedMs;
        if (tookMs > (held.now.get(operation) ?? 0)) held.now.set(operation, tookMs);
      }
    },
    figures: () => [
      {
        name: 'cottontree_event_loop_stall_seconds_max',
        type: 'gauge',
        help: 'The longest that anything held this process up in the last 5 to 10 minutes.',
        values: [{ labels: {}, value: worstMs() / 1_000 }],
      },
      {
        name: 'cottontree_operation_held_seconds_max',
        type: 'gauge',
        help: 'The longest that the work for one request held this process up at a stretch in the last 5 to 10 minutes, by operation.',
        values: [...new Set([...held.before.keys(), ...held.now.keys()])].map((operation) => ({
          labels: { operation },
          value: heldMs(operation) / 1_000,
        })),
      },
    ],
    forget() {
      // A look that is late by what just was comes first.
      setTimeout(() => [1, 2].forEach(turn), 2 * LOOK_EVERY_MS).unref();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      looks.disable();
    },
  };
}
