import type { World } from '../../../kernel/running/world.ts';
import { capacityOf, createDesk, rateWaitMs, stockMaxOf, type Desk, type Stocked } from './desk.ts';
import type { Receiver } from './endpoint-book.ts';
import { learn } from './learn.ts';
import type { Claimed } from './queue.queries.ts';
import { WHOLE, type Shares } from './shares.ts';
import type { Outcome } from './outcome.ts';
import { createSlots, type Slots } from './slots.ts';
import type { Sweep } from './sweeps.ts';

export type DispatcherLimits = {
  readonly healthy: { readonly youngMax: number; readonly oldMax: number };
  readonly suspect: { readonly youngMax: number; readonly oldMax: number };
  readonly oldAfterMs: number;
  /** Deliveries leased ahead of their sending, in all and for one endpoint. */
  readonly stockMax: number;
  readonly stockPerEndpoint: number;
  /** How long a delivery may wait here before it is given back: well within its lease. */
  readonly stockAgeMs: number;
  /** Requests of one merchant under way at once: those that have begun lately, and together with those that hang. */
  readonly perMerchant: { readonly youngMax: number; readonly max: number };
};

export type DispatcherOptions = {
  readonly limits: DispatcherLimits;
  readonly world: Pick<World, 'monotonicMs'>;
  /** Makes the attempt; null when nothing could be sent yet. */
  readonly post: (stocked: Stocked) => Promise<Outcome | null>;
  /** Writes it down. */
  readonly settle: (outcome: Outcome) => Promise<void>;
  readonly giveBack: (rows: readonly Claimed[]) => void;
  readonly sweep: (sweep: Sweep) => void;
  /** An endpoint takes more of a lane again. */
  readonly onRoom: (lane: 0 | 1) => void;
  readonly onFault: (error: unknown, row: Claimed) => void;
};

const IDLE_MS = 60_000;
const DESKS_MAX = 20_000;

/** Sends leased deliveries, as many at once as their endpoint, its merchant, its lane and its rate allow. Owns the requests under way. */
export class Dispatcher {
  /** What is under way until it is written down. */
  readonly underWay = new Set<Promise<void>>();
  private readonly options: DispatcherOptions;
  private readonly desks = new Map<string, Desk>();
  private readonly perMerchant = new Map<string, number>();
  private readonly starved = new Set<Desk>();
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
  accept(row: Claimed, receiver: Receiver, lane: number): void {
    const desk = this.deskOf(row);
    this.limit(desk, receiver);
    if (desk.lane !== lane) this.sweep(desk);
    if (desk.maxInFlight === 0 || desk.stock.length >= 2 * this.stockMax(desk))
      return this.options.giveBack([row]);
    desk.stock.push({ row, receiver, sinceMs: this.options.world.monotonicMs() });
    this.stocked += 1;
    this.pump(desk);
  }

  /** Takes another part of every endpoint's limits; what is under way stays. */
  share(shares: Shares): void {
    this.shares = shares;
    for (const desk of this.desks.values()) if (desk.receiver) this.limit(desk, desk.receiver);
  }

  /**
   * Endpoints that want nothing more now, and suspects that want one delivery. That is the same in
   * both lanes: what was planned while its endpoint changed lanes lies in the one that it has left.
   */
  wishes(): { readonly busy: string[]; readonly single: string[] } {
    const busy: string[] = [];
    const single: string[] = [];
    const hasSuspectRoom = this.suspect.free() > 0;
    for (const desk of this.desks.values()) {
      const isBusy =
        desk.maxInFlight === 0 || (desk.lane === 1 ? !hasSuspectRoom || !isIdle(desk) : this.isFull(desk));
      if (isBusy) busy.push(desk.endpointId);
      else if (desk.lane === 1) single.push(desk.endpointId);
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
    for (const desk of this.desks.values()) {
      const oldest = desk.stock[0];
      if (
        oldest &&
        (which === 'all' || nowMs - oldest.sinceMs > this.options.limits.stockAgeMs || this.isSilent(desk))
      )
        this.empty(desk);
      if (isIdle(desk) && (this.desks.size > DESKS_MAX || nowMs - desk.usedMs > IDLE_MS))
        this.desks.delete(desk.endpointId);
    }
  }

  private deskOf(row: Claimed): Desk {
    const known = this.desks.get(row.endpoint_id);
    if (known) return known;
    const desk = createDesk(row, this.options.world.monotonicMs());
    this.desks.set(row.endpoint_id, desk);
    return desk;
  }

  private limit(desk: Desk, receiver: Receiver): void {
    desk.receiver = receiver;
    desk.maxInFlight = this.shares.inFlight(desk.endpointId, receiver.maxInFlight);
    desk.ratePerSecond =
      receiver.ratePerSecond === null ? null : this.shares.ratePerSecond(receiver.ratePerSecond);
    if (desk.maxInFlight === 0) this.empty(desk);
  }

  private slotsOf(desk: Desk): Slots {
    return desk.lane === 0 ? this.healthy : this.suspect;
  }

  private stockMax(desk: Desk): number {
    return stockMaxOf(desk, this.options.limits.stockPerEndpoint);
  }

  private isFull(desk: Desk): boolean {
    return (
      this.isSilent(desk) ||
      desk.stock.length * 2 > this.stockMax(desk) ||
      (desk.stock.length > 0 && desk.timer !== null)
    );
  }

  /** Has as much under way as it may and answers nothing: what it cannot take must not lie here in the place of others. */
  private isSilent(desk: Desk): boolean {
    const { limits, world } = this.options;
    return (
      desk.inFlight > 0 &&
      world.monotonicMs() - desk.usedMs > limits.oldAfterMs &&
      desk.inFlight >= capacityOf(desk, this.slotsOf(desk).pressure())
    );
  }

  private pump(desk: Desk): void {
    for (let next = desk.stock[0]; next; next = desk.stock[0]) {
      const slots = this.slotsOf(desk);
      if (desk.inFlight >= capacityOf(desk, slots.pressure())) return void this.starved.delete(desk);
      if (slots.free() === 0 || this.isMerchantFull(desk.merchantId)) return void this.starved.add(desk);
      const waitMs = rateWaitMs(desk, this.options.world.monotonicMs());
      if (waitMs > 0) return this.pumpLater(desk, waitMs);
      desk.stock.shift();
      this.stocked -= 1;
      this.begin(desk, next);
    }
    this.starved.delete(desk);
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

  private pumpLater(desk: Desk, waitMs: number): void {
    desk.timer ??= setTimeout(() => {
      desk.timer = null;
      this.pump(desk);
    }, waitMs);
  }

  private begin(desk: Desk, item: Stocked): void {
    const slots = this.slotsOf(desk);
    const slot = slots.take(desk.merchantId);
    const end = (): void => {
      slots.give(slot);
      this.requests.delete(item.row);
      this.count(desk, -1);
      desk.usedMs = this.options.world.monotonicMs();
    };
    if (desk.inFlight === 0) desk.usedMs = this.options.world.monotonicMs();
    this.requests.add(item.row);
    this.count(desk, 1);
    desk.tokens -= 1;
    const tracked: Promise<void> = this.options
      .post(item)
      .finally(end)
      .then((outcome) => (outcome ? this.conclude(desk, outcome) : this.options.giveBack([item.row])))
      .catch((error: unknown) => this.options.onFault(error, item.row))
      .finally(() => void this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }

  /** Learns from an outcome, begins what it makes room for, and writes it down. */
  private async conclude(desk: Desk, outcome: Outcome): Promise<void> {
    const { laneChanged, note } = learn(desk, outcome);
    if (laneChanged && desk.lane === 1) this.empty(desk);
    this.pump(desk);
    this.pumpStarved();
    if (isIdle(desk) && desk.lane === 0 && desk.ratePerSecond === null) this.desks.delete(desk.endpointId);
    if (desk.lane === 1) this.options.onRoom(1);
    else if (!this.isFull(desk)) this.options.onRoom(0);
    await this.options.settle({ ...outcome, note });
    // Only what is written moves what waits: a sweep that comes before it finds the endpoint in its old lane.
    if (laneChanged) this.sweep(desk);
  }

  private sweep({ merchantId, livemode, endpointId, lane }: Desk): void {
    this.options.sweep({
      merchant_id: merchantId,
      livemode,
      endpoint_id: endpointId,
      to: lane === 0 ? 'lane 0' : 'lane 1',
    });
  }

  private count(desk: Desk, step: number): void {
    desk.inFlight += step;
    const left = (this.perMerchant.get(desk.merchantId) ?? 0) + step;
    if (left === 0) this.perMerchant.delete(desk.merchantId);
    else this.perMerchant.set(desk.merchantId, left);
  }

  private empty(desk: Desk): void {
    const given = desk.stock;
    if (given.length === 0) return;
    desk.stock = [];
    this.stocked -= given.length;
    this.starved.delete(desk);
    this.options.giveBack(given.map((item) => item.row));
  }
}

function isIdle(desk: Desk): boolean {
  return desk.inFlight === 0 && desk.stock.length === 0;
}
