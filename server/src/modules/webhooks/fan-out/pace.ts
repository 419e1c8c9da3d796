import type { World } from '../../../kernel/running/world.ts';

export type SendingPace = {
  /** Resolves once the last breath is over. */
  readonly wait: () => Promise<void>;
  /** Lets the next `wait` last until this much time has passed. */
  readonly breathe: () => void;
};

/** Keeps a loop that finds work at every turn from taking it in crumbs. */
export function createPace({ monotonicMs }: Pick<World, 'monotonicMs'>, breathMs: number): SendingPace {
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  return {
    async wait() {
      const restMs = notBeforeMs - monotonicMs();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    },
    breathe() {
      notBeforeMs = monotonicMs() + breathMs;
    },
  };
}
