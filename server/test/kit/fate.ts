import type { Logger } from '../../src/kernel/running/logger.ts';
import type { OwnWorld } from '../../src/kernel/running/world.ts';
import type { AnyStatement, Runner, Store, Tx } from '../../src/store/index.ts';

/** Ends a node between two of its steps, as a kill does: nothing that it would do after that reaches the database or anybody outside. */
export type Fate = {
  readonly store: (store: Store) => Store;
  readonly world: (world: OwnWorld) => OwnWorld;
  readonly log: Logger;
  /** From now on steps are counted, and the node dies of the one with the number given, whose answer it does not hear. */
  readonly await: (fatal: number | null) => void;
  /** How many steps it has done since. */
  readonly steps: () => number;
  /** Another process of the same node goes on. */
  readonly revive: () => void;
};

/** `isStep`: whether a statement may change anything; each such statement, each transaction and each outgoing request is a step. */
export function createFate(isStep: (statement: AnyStatement) => boolean): Fate {
  const life = { done: 0, fatal: null as number | null, dead: false };

  async function live<T>(step: boolean, work: () => Promise<T>): Promise<T> {
    if (life.dead) throw new Killed();
    const result = await work();
    if (life.dead) throw new Killed();
    if (step) life.done += 1;
    if (step && life.done === life.fatal) {
      life.dead = true;
      throw new Killed();
    }
    return result;
  }
  const runner = (real: Runner): Runner => ({
    run: (statement, values) => live(isStep(statement as AnyStatement), () => real.run(statement, values)),
  });
  const inside = (tx: Tx): Tx => ({
    inTransaction: true,
    run: (statement, values) => live(false, () => tx.run(statement, values)),
  });

  return {
    store: (real) => ({
      of: (...tenants) => runner(real.of(...tenants)),
      slow: (tenant) => runner(real.slow(tenant)),
      reads: (...asked) => runner(real.reads(...asked)),
      transaction: (tenant, work) => live(true, () => real.transaction(tenant, (tx) => work(inside(tx)))),
      system: {
        ...runner(real.system),
        slow: runner(real.system.slow),
        reads: runner(real.system.reads),
        transaction: (work) => live(true, () => real.system.transaction((tx) => work(inside(tx)))),
      },
      listen: (channel, heard) => real.listen(channel, heard),
      notify: (channel, payload) => real.notify(channel, payload),
      isReady: () => real.isReady(),
    }),
    world: (real) => ({ ...real, send: (request) => live(true, () => real.send(request)) }),
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (facts, message) =>
        (facts as { readonly error?: unknown }).error instanceof Killed
          ? undefined
          : process.stderr.write(
              `${message} ${String((facts as { readonly error?: Error }).error?.stack ?? '')}\n`,
            ),
    },
    await(fatal) {
      Object.assign(life, { done: 0, fatal });
    },
    steps: () => life.done,
    revive() {
      Object.assign(life, { dead: false, fatal: null });
    },
  };
}

class Killed extends Error {
  constructor() {
    super('The node was killed.');
  }
}
