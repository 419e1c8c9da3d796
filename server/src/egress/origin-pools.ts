import { performance } from 'node:perf_hooks';
import { closedError } from './describe-failure.ts';
import type { SocketRules, SocketTarget } from './open-socket.ts';
import type { Exchange } from './exchange.ts';
import { Wire } from './wire.ts';

type OriginPools = {
  readonly of: (origin: string) => OriginPool;
  /** Ends every connection; what is under way fails with `error`. */
  readonly destroy: (error: Error) => void;
};

const originsMax = 1_024;
const socketsPerOriginMax = 32;
const socketsPerOriginHangingMax = 256;

/** The connections by where they lead. Of many origins, the one unused for longest ends. */
export function createOriginPools(socketRules: SocketRules): OriginPools {
  const pools = new Map<string, OriginPool>();

  function open(origin: string): OriginPool {
    const onEmpty = () => {
      if (pools.get(origin) === pool) pools.delete(origin);
    };
    const pool = new OriginPool(origin, {
      socketRules,
      socketsMax: socketsPerOriginMax,
      socketsHangingMax: socketsPerOriginHangingMax,
      onEmpty,
    });
    return pool;
  }

  return {
    of(origin) {
      const known = pools.get(origin);
      // Set again on each use, so that the map's order is the order of last use.
      if (known !== undefined) pools.delete(origin);
      else if (pools.size >= originsMax) endLongestUnused(pools);
      const pool = known ?? open(origin);
      pools.set(origin, pool);
      return pool;
    },
    destroy(error) {
      for (const pool of pools.values()) pool.destroy(error);
    },
  };
}

/** Beyond the limit only origins in use remain, and those are bounded by the requests under way. */
function endLongestUnused(pools: ReadonlyMap<string, OriginPool>): void {
  for (const pool of pools.values()) {
    if (!pool.isIdle) continue;
    pool.destroy(closedError());
    return;
  }
}

type OriginPoolOptions = {
  readonly socketRules: SocketRules;
  /** Connections whose exchange began lately, or carry none. */
  readonly socketsMax: number;
  /** Together with those that hang, which wait and cost nothing but their socket. */
  readonly socketsHangingMax: number;
  /** Called when the last connection is gone and nothing waits. */
  readonly onEmpty: () => void;
};

type Slot = {
  readonly wire: Wire;
  readonly connection: Wire['connection'];
  exchange: Exchange | null;
  readonly finish: (reusable: boolean) => void;
};

/**
 * The connections to one origin, each carrying one exchange at a time. A waiting exchange can give up, and each knows which
 * address answered it. Owns one timer, which looks after all of them while there are any.
 */
class OriginPool {
  private readonly target: SocketTarget;
  private readonly options: OriginPoolOptions;
  private readonly slots = new Set<Slot>();
  /** The connection used last is taken first, so that unneeded ones fall idle and end. */
  private readonly idle: Slot[] = [];
  private readonly waiting = new Set<Exchange>();
  /** Those under way, the oldest first. */
  private readonly busy = new Set<Slot>();
  private timer: NodeJS.Timeout | null = null;

  constructor(origin: string, options: OriginPoolOptions) {
    this.target = targetOf(origin);
    this.options = options;
  }

  get isIdle(): boolean {
    return this.idle.length === this.slots.size && this.waiting.size === 0;
  }

  /** Sends the exchange now or, behind those that wait already, as soon as a connection is free. */
  run(exchange: Exchange): void {
    this.timer ??= setTimeout(this.look, lookEveryMs);
    const slot = this.waiting.size === 0 ? this.takeSlot() : null;
    if (slot !== null) return this.start(slot, exchange);
    this.waiting.add(exchange);
    exchange.leaveQueue = () => {
      this.waiting.delete(exchange);
      this.endIfEmpty();
    };
  }

  /** Ends every connection; what was under way or waiting fails with `error`. */
  destroy(error: Error): void {
    const exchanges = [...this.waiting, ...[...this.busy].map((slot) => slot.exchange)];
    for (const exchange of exchanges) exchange?.settleFailed(error);
    for (const slot of this.slots) this.drop(slot);
    this.endIfEmpty();
  }

  private start(slot: Slot, exchange: Exchange): void {
    slot.exchange = exchange;
    this.busy.add(slot);
    exchange.ride(slot);
    slot.wire.carry(exchange);
  }

  private finish(slot: Slot, reusable: boolean): void {
    slot.exchange = null;
    this.busy.delete(slot);
    if (reusable) {
      this.idle.push(slot);
      return this.startNext();
    }
    this.drop(slot);
    // In a later turn, so that a long line of requests that fail at once does not pile up on the stack.
    if (this.waiting.size > 0) setImmediate(() => this.startNext());
  }

  private startNext(): void {
    const [next] = this.waiting;
    if (next === undefined) return;
    const slot = this.takeSlot();
    // Who finds no room keeps the place in line.
    if (slot === null) return;
    this.waiting.delete(next);
    this.start(slot, next);
  }

  private takeSlot(): Slot | null {
    return this.takeIdle() ?? (this.hasRoom() ? this.addSlot() : null);
  }

  /** Ends what is overdue, lets those wait no longer for whom there is room, and ends connections that lay idle. */
  private readonly look = (): void => {
    const nowMs = performance.now();
    for (const { exchange } of this.busy) exchange?.endIfOverdue(nowMs);
    for (const exchange of this.waiting) exchange.endIfOverdue(nowMs);
    for (const slot of this.idle.filter(({ wire }) => !wire.isUsable(nowMs))) this.drop(slot);
    // Those that hang do not keep the others from their turn.
    while (this.waiting.size > 0 && (this.idle.length > 0 || this.hasRoom())) this.startNext();
    this.timer = null;
    const isBusy = this.busy.size + this.waiting.size > 0;
    if (this.slots.size + this.waiting.size > 0)
      this.timer = setTimeout(this.look, isBusy ? lookEveryMs : lookWhileIdleMs);
  };

  private hasRoom(): boolean {
    if (this.slots.size < this.options.socketsMax) return true;
    if (this.slots.size >= this.options.socketsHangingMax) return false;
    let hanging = 0;
    for (const { exchange } of this.busy) {
      if (!exchange?.isOlderThan(hangingAfterMs)) break;
      hanging += 1;
    }
    return this.slots.size - hanging < this.options.socketsMax;
  }

  private endIfEmpty(): void {
    if (this.slots.size > 0 || this.waiting.size > 0) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.options.onEmpty();
  }

  /** The one used last that may be used again; the others end. */
  private takeIdle(): Slot | null {
    for (let slot = this.idle.at(-1); slot !== undefined; slot = this.idle.at(-1)) {
      if (slot.wire.isUsable(performance.now())) return this.idle.pop() ?? null;
      this.drop(slot);
    }
    return null;
  }

  private addSlot(): Slot {
    const wire = new Wire({
      target: this.target,
      rules: this.options.socketRules,
      onGone: () => this.drop(slot),
    });
    const slot: Slot = {
      wire,
      connection: wire.connection,
      exchange: null,
      finish: (reusable) => this.finish(slot, reusable),
    };
    this.slots.add(slot);
    return slot;
  }

  private drop(slot: Slot): void {
    if (!this.slots.delete(slot)) return;
    this.busy.delete(slot);
    const at = this.idle.indexOf(slot);
    if (at >= 0) this.idle.splice(at, 1);
    slot.wire.destroy();
    this.endIfEmpty();
  }
}

const hangingAfterMs = 1_000;
/** How late a deadline may be noticed. */
const lookEveryMs = 50;
const lookWhileIdleMs = 1_000;

function targetOf(origin: string): SocketTarget {
  const { hostname, port, protocol } = new URL(origin);
  const secure = protocol === 'https:';
  // A URL writes an IPv6 address in brackets.
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return { hostname: bare, port: Number(port) || (secure ? 443 : 80), secure };
}
