import { randomBytes, randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { World } from './core/world.ts';
import type { Egress } from './egress/index.ts';

/** The real world: the system's clocks, the operating system's secure generator and the one way out. */
export function createWorld({ egress }: { readonly egress: Pick<Egress, 'send'> }): World {
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    randomBytes: (length) => randomBytes(length),
    randomInt: (below) => randomInt(below),
    send: egress.send,
  };
}
