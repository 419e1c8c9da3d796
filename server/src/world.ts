import { randomFillSync, randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { OwnWorld, World } from './kernel/running/world.ts';
import type { Egress } from './egress/index.ts';

/** The real world: the system's clocks, the operating system's secure generator and the one way out. */
export function createWorld({ egress }: { readonly egress: Pick<Egress, 'send' | 'prepare'> }): OwnWorld {
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    randomBytes: drawFromReserve(),
    randomInt: (below) => randomInt(below),
    send: egress.send,
    prepare: egress.prepare,
  };
}

const RESERVE_BYTES = 8_192;

/** Asking the generator costs 4 µs a time however little is asked for, so it is asked for much; no byte is given twice. */
function drawFromReserve(): World['randomBytes'] {
  const reserve = Buffer.alloc(RESERVE_BYTES);
  let used = RESERVE_BYTES;
  return (length) => {
    if (length > RESERVE_BYTES) return randomFillSync(Buffer.alloc(length));
    if (used + length > RESERVE_BYTES) {
      randomFillSync(reserve);
      used = 0;
    }
    const drawn = Buffer.from(reserve.subarray(used, used + length));
    reserve.fill(0, used, used + length);
    used += length;
    return drawn;
  };
}
