import type { Logger } from './kernel/running/logger.ts';
import type { Loop } from './kernel/running/loop.ts';
import type { World } from './kernel/running/world.ts';
import type { Runtime } from './runtime.ts';
import { migrate } from './store/index.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;

type Keeping = Pick<Runtime, 'ownerConnection'> & {
  readonly context: { readonly log: Logger; readonly world: Pick<World, 'monotonicMs'> };
};

/** Says once a day that this program still calls its versions of the database's functions, so that a node which runs for months beside newer ones keeps them. */
export function keepFunctions({ ownerConnection, context: { log, world } }: Keeping): Loop {
  let saidMs = world.monotonicMs();
  return {
    name: 'store.keepFunctions',
    everyMs: LOOK_EVERY_MS,
    async turn() {
      if (world.monotonicMs() - saidMs < DAY_MS) return 0;
      await migrate({ connection: ownerConnection, log, dryRun: false });
      saidMs = world.monotonicMs();
      return 0;
    },
  };
}
