import {
  capacityOf,
  createEndpointQueue,
  isIdle,
  learn,
  leasedUpTo,
  noteLeased,
  rateWaitMs,
  stockMaxOf,
  sweepOf,
  type EndpointQueue,
  type Stocked,
} from './endpoint-queue.ts';
import type { Accepted, ClaimInputs, DispatcherOptions } from './dispatcher-options.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import type { Claim, Claimed, QueuePlace } from './claim.queries.ts';
import { WHOLE, type Shares } from './shares.ts';
import { createRests } from './rests.ts';
import type { Outcome } from './outcome.ts';
import { AttemptFault } from './post-once.ts';
import { createOwnerCounts, createSlots, type Slots } from './slots.ts';

const IDLE_MS = 60_000;
const QUEUES_MAX = 20_000;

/** Sends leased deliveries, as many at once as their endpoint, its merchant, its lane and its rate allow. Owns the requests under way. */
export class Dispatcher {
  /** How much is under way until it is written down. */
  underWay = 0;
  private readonly options: DispatcherOptions;
  private readonly queues = new Map<string, EndpointQueue>();
  private readonly perMerchant = createOwnerCounts();
  /** By lane, those that would send more if it had room. */
  private readonly starved = [new Set<EndpointQueue>(), new Set<EndpointQueue>()] as const;
  private readonly requests = new Set<Claimed>();
  private readonly healthy: Slots;
  private readonly suspect: Slots;
  private readonly rests: ReturnType<typeof createRests>;
  private stocked = 0;
  private shares: Shares = WHOLE;

  constructor(options: DispatcherOptions) {
    const { limits, world } = options;
    this.options = options;
    this.rests = createRests(() => options.onRoom(1));
    this.healthy = createSlots({ ...limits.healthy, oldAfterMs: limits.oldAfterMs }, world.monotonicMs);
    this.suspect = createSlots({ ...limits.suspect, oldAfterMs: limits.oldAfterMs }, world.monotonicMs);
  }

  /** Takes a leased delivery of a lane: it is sent now, soon, or given back. */
  accept(row: Claimed, { receiver, message, lane }: Accepted): void {
    const queue = this.queueOf(row);
    if (queue.receiver !== receiver) this.limit(queue, receiver);
    if (queue.lane !== lane) this.options.sweep(sweepOf(queue));
    if (queue.maxInFlight === 0 || queue.stock.length >= 2 * this.stockMax(queue))
      return this.giveBack(queue, [row]);
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
  inputs(): ClaimInputs {
    const busy: string[] = [];
    const single: string[] = [];
    const after: Record<string, QueuePlace> = {};
    const nowMs = this.options.world.monotonicMs();
    const hasSuspectRoom = this.suspect.free() > 0;
    for (const queue of this.queues.values()) {
      const isBusy =
        queue.maxInFlight === 0 ||
        (queue.lane === 1 ? !hasSuspectRoom || this.rests.has(queue) || !isIdle(queue) : this.isFull(queue));
      const place = isBusy ? null : leasedUpTo(queue, nowMs);
      if (isBusy) busy.push(queue.endpointId);
      else if (queue.lane === 1) single.push(queue.endpointId);
      if (place !== null) after[queue.endpointId] = place;
    }
    return { busy, single, after };
  }

  /** Notes up to where a claim has leased the rows of its endpoints, before they are accepted. */
  leased({ rows, places }: Claim): void {
    const nowMs = this.options.world.monotonicMs();
    for (const row of rows) noteLeased(this.queueOf(row), places.get(row.endpoint_id) ?? null, nowMs);
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

  /** How many endpoints are tried again in a moment. */
  resting(): number {
    return this.rests.count();
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
      if (queue.inFlight >= capacityOf(queue, slots.pressure())) return this.sate(queue);
      if (slots.free() === 0 || this.isMerchantFull(queue.merchantId))
        return void this.starvedOf(queue).add(queue);
      const waitMs = rateWaitMs(queue, this.options.world.monotonicMs());
      if (waitMs > 0) return this.pumpLater(queue, waitMs);
      queue.stock.shift();
      this.stocked -= 1;
      this.begin(queue, next);
    }
    this.sate(queue);
  }

  private starvedOf(queue: EndpointQueue): Set<EndpointQueue> {
    return this.starved[queue.lane === 0 ? 0 : 1];
  }

  private sate(queue: EndpointQueue): void {
    for (const ofLane of this.starved) ofLane.delete(queue);
  }

  private isMerchantFull(merchantId: string): boolean {
    const { youngMax, max } = this.options.limits.perMerchant;
    return (
      this.healthy.youngOf(merchantId) + this.suspect.youngOf(merchantId) >= youngMax ||
      this.perMerchant.of(merchantId) >= max
    );
  }

  /** Room comes also by time, when what hangs no longer counts as work. */
  private pumpStarved(): void {
    for (const ofLane of this.starved)
      for (const other of ofLane) {
        if (this.slotsOf(other).free() === 0) break;
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
    this.rests.sent(queue, slot.startedMs);
    if (queue.inFlight === 0) queue.usedMs = slot.startedMs;
    this.requests.add(item.row);
    this.count(queue, 1);
    // Without a rate nothing refills them: a debt would have to be waited for once there is one.
    if (queue.ratePerSecond !== null) queue.tokens -= 1;
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
        else this.giveBack(queue, [item.row]);
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
    if (laneChanged) queue.leasedTo = null;
    if (laneChanged && queue.lane === 1) this.empty(queue);
    this.pump(queue);
    this.pumpStarved();
    if (isIdle(queue) && queue.lane === 0 && queue.ratePerSecond === null)
      this.queues.delete(queue.endpointId);
    if (queue.lane === 0 ? !this.isFull(queue) : !this.rests.begin(queue, queue.usedMs))
      this.options.onRoom(queue.lane === 0 ? 0 : 1);
    this.options.settle(note === null ? outcome : { ...outcome, note }, () => {
      // Only what is written moves what waits: a sweep that comes before it finds the endpoint in its old lane.
      if (laneChanged) this.options.sweep(sweepOf(queue));
      // What stood behind it lies before the place up to which was leased.
      if (outcome.row.ordered) queue.leasedTo = null;
      this.leave();
    });
  }

  private count(queue: EndpointQueue, step: number): void {
    queue.inFlight += step;
    this.perMerchant.add(queue.merchantId, step);
  }

  private empty(queue: EndpointQueue): void {
    const given = queue.stock;
    if (given.length === 0) return;
    queue.stock = [];
    this.stocked -= given.length;
    this.sate(queue);
    this.giveBack(
      queue,
      given.map((item) => item.row),
    );
  }

  private giveBack(queue: EndpointQueue, rows: readonly Claimed[]): void {
    queue.leasedTo = null;
    this.options.giveBack(rows);
  }
}
