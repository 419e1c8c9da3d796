import type { World } from '../../../kernel/running/world.ts';
import {
  capacityOf,
  createEndpointQueue,
  rateWaitMs,
  stockMaxOf,
  type EndpointQueue,
  type Stocked,
} from './endpoint-queue.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import { learn } from './learn.ts';
import type { DispatcherLimits } from './dispatcher-limits.ts';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Claimed } from './claim.queries.ts';
import { WHOLE, type Shares } from './shares.ts';
import type { Outcome } from './outcome.ts';
import { AttemptFault, type TellAttempt } from './post-once.ts';
import { createSlots, type Slots } from './slots.ts';
import type { Sweep } from './sweeps.ts';

export type DispatcherOptions = {
  readonly limits: DispatcherLimits;
  readonly world: Pick<World, 'monotonicMs'>;
  /** Makes the attempt. */
  readonly post: (stocked: Stocked, tell: TellAttempt) => void;
  /** Writes it down; `done` is told once it is. */
  readonly settle: (outcome: Outcome, done: () => void) => void;
  /** Nothing is under way any more. */
  readonly onIdle: () => void;
  readonly giveBack: (rows: readonly Claimed[]) => void;
  readonly sweep: (sweep: Sweep) => void;
  /** An endpoint takes more of a lane again. */
  readonly onRoom: (lane: 0 | 1) => void;
  readonly onFault: (error: unknown, row: Claimed) => void;
};

/** What comes with a leased delivery. */
export type Accepted = {
  readonly receiver: EndpointReceiver;
  readonly message: PlainMessage;
  readonly lane: number;
};

const IDLE_MS = 60_000;
const QUEUES_MAX = 20_000;

/** Sends leased deliveries, as many at once as their endpoint, its merchant, its lane and its rate allow. Owns the requests under way. */
export class Dispatcher {
  /** How much is under way until it is written down. */
  underWay = 0;
  private readonly options: DispatcherOptions;
  private readonly queues = new Map<string, EndpointQueue>();
  private readonly perMerchant = new Map<string, number>();
  private readonly starved = new Set<EndpointQueue>();
  private readonly requests = new Set<Claimed>();
  private readonly healthy: Slots;
  private readonly suspect: Slots;
  private stocked = 0;
  private shares: Shares = WHOLE;

  constructor(options: DispatcherOptions) {
    const { limits, world } = options;
    this.options = options;
    this.healthy = createSlots({ ...limits.healthy, oldAfterMs: limits.oldAfterMs }, world.monotonicMs);
    this.suspect = createSlots({ ...limits.suspect, oldAfterMs: limits.oldAfterMs }, world.monotonicMs);
  }

  /** Takes a leased delivery of a lane: it is sent now, soon, or given back. */
  accept(row: Claimed, { receiver, message, lane }: Accepted): void {
    const queue = this.queueOf(row);
    if (queue.receiver !== receiver) this.limit(queue, receiver);
    if (queue.lane !== lane) this.sweep(queue);
    if (queue.maxInFlight === 0 || queue.stock.length >= 2 * this.stockMax(queue))
      return this.options.giveBack([row]);
    queue.stock.push({ row, receiver, message, sinceMs: this.options.world.monotonicMs() });
    this.stocked += 1;
    this.pump(queue);
  }

  /** Takes another part of every endpoint's limits; what is under way stays. */
  share(shares: Shares): void {
    this.shares = shares;
    for (const queue of this.queues.values()) if (queue.receiver) this.limit(queue, queue.receiver);
  }

  /**
   * Endpoints that want nothing more now, and suspects that want one delivery. That is the same in
   * both lanes: what was planned while its endpoint changed lanes lies in the one that it has left.
   */
  inputs(): { readonly busy: string[]; readonly single: string[] } {
    const busy: string[] = [];
    const single: string[] = [];
    const hasSuspectRoom = this.suspect.free() > 0;
    for (const queue of this.queues.values()) {
      const isBusy =
        queue.maxInFlight === 0 ||
        (queue.lane === 1 ? !hasSuspectRoom || !isIdle(queue) : this.isFull(queue));
      if (isBusy) busy.push(queue.endpointId);
      else if (queue.lane === 1) single.push(queue.endpointId);
    }
    return { busy, single };
  }

  /** How many more rows of a lane are worth leasing now. */
  room(lane: number): number {
    return lane === 0
      ? this.healthy.free() + this.options.limits.stockMax - this.stocked
      : this.suspect.free();
  }

  /** How many leased deliveries wait for their turn. */
  waiting(): number {
    return this.stocked;
  }

  /** The rows being sent right now. */
  sending(): readonly Claimed[] {
    return [...this.requests];
  }

  /** Gives back what was leased and not begun: all of it, or where it waits too long. */
  clear(which: 'stale' | 'all'): void {
    if (which === 'stale') this.pumpStarved();
    const nowMs = this.options.world.monotonicMs();
    for (const queue of this.queues.values()) {
      const oldest = queue.stock[0];
      if (
        oldest &&
        (which === 'all' || nowMs - oldest.sinceMs > this.options.limits.stockAgeMs || this.isSilent(queue))
      )
        this.empty(queue);
      if (isIdle(queue) && (this.queues.size > QUEUES_MAX || nowMs - queue.usedMs > IDLE_MS))
        this.queues.delete(queue.endpointId);
    }
  }

  private queueOf(row: Claimed): EndpointQueue {
    const known = this.queues.get(row.endpoint_id);
    if (known) return known;
    const queue = createEndpointQueue(row, this.options.world.monotonicMs());
    this.queues.set(row.endpoint_id, queue);
    return queue;
  }

  private limit(queue: EndpointQueue, receiver: EndpointReceiver): void {
    queue.receiver = receiver;
    queue.maxInFlight = this.shares.inFlight(queue.endpointId, receiver.maxInFlight);
    queue.ratePerSecond =
      receiver.ratePerSecond === null ? null : this.shares.ratePerSecond(receiver.ratePerSecond);
    if (queue.maxInFlight === 0) this.empty(queue);
  }

  private slotsOf(queue: EndpointQueue): Slots {
    return queue.lane === 0 ? this.healthy : this.suspect;
  }

  private stockMax(queue: EndpointQueue): number {
    return stockMaxOf(queue, this.options.limits.stockPerEndpoint);
  }

  private isFull(queue: EndpointQueue): boolean {
    return (
      this.isSilent(queue) ||
      queue.stock.length * 2 > this.stockMax(queue) ||
      (queue.stock.length > 0 && queue.timer !== null)
    );
  }

  /** Has as much under way as it may and answers nothing: what it cannot take must not lie here in the place of others. */
  private isSilent(queue: EndpointQueue): boolean {
    const { limits, world } = this.options;
    return (
      queue.inFlight > 0 &&
      world.monotonicMs() - queue.usedMs > limits.oldAfterMs &&
      queue.inFlight >= capacityOf(queue, this.slotsOf(queue).pressure())
    );
  }

  private pump(queue: EndpointQueue): void {
    for (let next = queue.stock[0]; next; next = queue.stock[0]) {
      const slots = this.slotsOf(queue);
      if (queue.inFlight >= capacityOf(queue, slots.pressure())) return void this.starved.delete(queue);
      if (slots.free() === 0 || this.isMerchantFull(queue.merchantId)) return void this.starved.add(queue);
      const waitMs = rateWaitMs(queue, this.options.world.monotonicMs());
      if (waitMs > 0) return this.pumpLater(queue, waitMs);
      queue.stock.shift();
      this.stocked -= 1;
      this.begin(queue, next);
    }
    this.starved.delete(queue);
  }

  private isMerchantFull(merchantId: string): boolean {
    const { youngMax, max } = this.options.limits.perMerchant;
    return (
      this.healthy.youngOf(merchantId) + this.suspect.youngOf(merchantId) >= youngMax ||
      (this.perMerchant.get(merchantId) ?? 0) >= max
    );
  }

  /** Room comes also by time, when what hangs no longer counts as work. */
  private pumpStarved(): void {
    for (const other of this.starved) {
      if (this.healthy.free() + this.suspect.free() === 0) break;
      this.pump(other);
    }
  }

  private pumpLater(queue: EndpointQueue, waitMs: number): void {
    queue.timer ??= setTimeout(() => {
      queue.timer = null;
      this.pump(queue);
    }, waitMs);
  }

  private begin(queue: EndpointQueue, item: Stocked): void {
    const slots = this.slotsOf(queue);
    const slot = slots.take(queue.merchantId);
    if (queue.inFlight === 0) queue.usedMs = this.options.world.monotonicMs();
    this.requests.add(item.row);
    this.count(queue, 1);
    queue.tokens -= 1;
    this.underWay += 1;
    const end = (): void => {
      slots.give(slot);
      this.requests.delete(item.row);
      this.count(queue, -1);
      queue.usedMs = this.options.world.monotonicMs();
    };
    try {
      this.options.post(item, (outcome) => {
        end();
        if (outcome instanceof AttemptFault) this.options.onFault(outcome, item.row);
        else if (outcome) return this.conclude(queue, outcome);
        else this.options.giveBack([item.row]);
        this.leave();
      });
    } catch (error) {
      end();
      this.options.onFault(error, item.row);
      this.leave();
    }
  }

  private leave(): void {
    this.underWay -= 1;
    if (this.underWay === 0) this.options.onIdle();
  }

  /** Learns from an outcome, begins what it makes room for, and writes it down. */
  private conclude(queue: EndpointQueue, outcome: Outcome): void {
    const { laneChanged, note } = learn(queue, outcome);
    if (laneChanged && queue.lane === 1) this.empty(queue);
    this.pump(queue);
    if (this.starved.size > 0) this.pumpStarved();
    if (isIdle(queue) && queue.lane === 0 && queue.ratePerSecond === null)
      this.queues.delete(queue.endpointId);
    if (queue.lane === 1) this.options.onRoom(1);
    else if (!this.isFull(queue)) this.options.onRoom(0);
    this.options.settle(note === null ? outcome : { ...outcome, note }, () => {
      // Only what is written moves what waits: a sweep that comes before it finds the endpoint in its old lane.
      if (laneChanged) this.sweep(queue);
      this.leave();
    });
  }

  private sweep({ merchantId, livemode, endpointId, lane }: EndpointQueue): void {
    this.options.sweep({
      merchant_id: merchantId,
      livemode,
      endpoint_id: endpointId,
      to: lane === 0 ? 'lane 0' : 'lane 1',
    });
  }

  private count(queue: EndpointQueue, step: number): void {
    queue.inFlight += step;
    const left = (this.perMerchant.get(queue.merchantId) ?? 0) + step;
    if (left === 0) this.perMerchant.delete(queue.merchantId);
    else this.perMerchant.set(queue.merchantId, left);
  }

  private empty(queue: EndpointQueue): void {
    const given = queue.stock;
    if (given.length === 0) return;
    queue.stock = [];
    this.stocked -= given.length;
    this.starved.delete(queue);
    this.options.giveBack(given.map((item) => item.row));
  }
}

function isIdle(queue: EndpointQueue): boolean {
  return queue.inFlight === 0 && queue.stock.length === 0;
}
