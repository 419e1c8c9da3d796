import type { World } from '../../core/world.ts';
import { capacityOf, createDesk, rateWaitMs, stockMaxOf, type Desk, type Stocked } from './desk.ts';
import type { Receiver } from './endpoint-book.ts';
import { learn } from './learn.ts';
import type { Claimed } from './queue.queries.ts';
import type { Outcome } from './settle-queue.ts';
import { createSlots } from './slots.ts';
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
  /** Requests of one merchant under way at once. */
  readonly perMerchant: number;
};

export type DispatcherOptions = {
  readonly limits: DispatcherLimits;
  readonly world: Pick<World, 'monotonicMs'>;
  /** Makes the attempt. */
  readonly post: (stocked: Stocked) => Promise<Outcome>;
  /** Writes it down. */
  readonly settle: (outcome: Outcome) => Promise<void>;
  readonly giveBack: (rows: readonly Claimed[]) => void;
  readonly sweep: (sweep: Sweep) => void;
  /** An endpoint takes more of a lane again. */
  readonly onRoom: (lane: 0 | 1) => void;
  readonly onFault: (error: unknown, row: Claimed) => void;
};

export type Dispatcher = {
  readonly accept: (row: Claimed, receiver: Receiver, lane: number) => void;
  /** Endpoints that want nothing more of a lane now. */
  readonly busy: (lane: number) => string[];
  /** How many more rows of a lane are worth leasing now. */
  readonly room: (lane: number) => number;
  /** What is under way until it is written down. */
  readonly underWay: ReadonlySet<Promise<void>>;
  /** Rows leased but not begun are given back, those that wait too long or all. */
  readonly clear: (which: 'stale' | 'all') => void;
  /** The rows being sent right now. */
  readonly sending: () => readonly Claimed[];
};

const IDLE_MS = 60_000;
const SPECIAL_DESKS_MAX = 20_000;

/** Sends leased deliveries, as many at once as their endpoint, its merchant, its lane and its rate allow. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { limits, world } = options;
  const desks = new Map<string, Desk>();
  const perMerchant = new Map<string, number>();
  const starved = new Set<Desk>();
  const underWay = new Set<Promise<void>>();
  const sending = new Set<Claimed>();
  const healthy = createSlots({ ...limits.healthy, oldAfterMs: limits.oldAfterMs }, world.monotonicMs);
  const suspect = createSlots({ ...limits.suspect, oldAfterMs: limits.oldAfterMs }, world.monotonicMs);
  const slotsOf = (lane: number) => (lane === 0 ? healthy : suspect);
  let stocked = 0;

  function deskOf(row: Claimed): Desk {
    const known = desks.get(row.endpoint_id);
    if (known) return known;
    const desk = createDesk(row, world.monotonicMs());
    desks.set(row.endpoint_id, desk);
    return desk;
  }

  function pump(desk: Desk): void {
    for (let next = desk.stock[0]; next; next = desk.stock[0]) {
      const slots = slotsOf(desk.lane);
      if (desk.inFlight >= capacityOf(desk, slots.pressure())) return void starved.delete(desk);
      if (slots.free() === 0 || (perMerchant.get(desk.merchantId) ?? 0) >= limits.perMerchant) return void starved.add(desk);
      const waitMs = rateWaitMs(desk, world.monotonicMs());
      if (waitMs > 0) return pumpLater(desk, waitMs);
      desk.stock.shift();
      stocked -= 1;
      begin(desk, next);
    }
    starved.delete(desk);
  }

  function pumpLater(desk: Desk, waitMs: number): void {
    desk.timer ??= setTimeout(() => {
      desk.timer = null;
      pump(desk);
    }, waitMs);
  }

  function begin(desk: Desk, item: Stocked): void {
    const slots = slotsOf(desk.lane);
    const slot = slots.take();
    count(desk, 1);
    desk.tokens -= 1;
    sending.add(item.row);
    const done = options.post(item).then(
      (outcome) => {
        slots.give(slot);
        end(desk, item);
        return options.settle(conclude(desk, outcome));
      },
      (error: unknown) => {
        slots.give(slot);
        end(desk, item);
        options.onFault(error, item.row);
      },
    );
    const tracked: Promise<void> = done.finally(() => void underWay.delete(tracked));
    underWay.add(tracked);
  }

  function end(desk: Desk, item: Stocked): void {
    sending.delete(item.row);
    count(desk, -1);
    desk.usedMs = world.monotonicMs();
  }

  function conclude(desk: Desk, outcome: Outcome): Outcome {
    const learned = learn(desk, outcome);
    if (learned.laneChanged) {
      if (desk.lane === 1) empty(desk);
      options.sweep({ merchant_id: desk.merchantId, livemode: desk.livemode, endpoint_id: desk.endpointId, to: desk.lane === 0 ? 'lane 0' : 'lane 1' });
    }
    pump(desk);
    for (const other of starved) {
      if (healthy.free() + suspect.free() === 0) break;
      pump(other);
    }
    if (desk.inFlight === 0 && desk.stock.length === 0 && desk.lane === 0 && desk.ratePerSecond === null) desks.delete(desk.endpointId);
    if (desk.lane === 0) {
      if (!isFull(desk)) options.onRoom(0);
    } else options.onRoom(1);
    return { ...outcome, note: learned.note };
  }

  function isFull(desk: Desk): boolean {
    return desk.stock.length * 2 > stockMaxOf(desk, limits.stockPerEndpoint) || (desk.stock.length > 0 && desk.timer !== null);
  }

  function count(desk: Desk, step: number): void {
    desk.inFlight += step;
    const left = (perMerchant.get(desk.merchantId) ?? 0) + step;
    if (left === 0) perMerchant.delete(desk.merchantId);
    else perMerchant.set(desk.merchantId, left);
  }

  function empty(desk: Desk): void {
    const given = desk.stock;
    if (given.length === 0) return;
    desk.stock = [];
    stocked -= given.length;
    starved.delete(desk);
    options.giveBack(given.map((item) => item.row));
  }

  return {
    underWay,
    sending: () => [...sending],
    accept(row, receiver, lane) {
      const desk = deskOf(row);
      desk.maxInFlight = receiver.maxInFlight;
      desk.ratePerSecond = receiver.ratePerSecond;
      if (desk.lane !== lane) options.sweep({ merchant_id: row.merchant_id, livemode: row.livemode, endpoint_id: row.endpoint_id, to: desk.lane === 0 ? 'lane 0' : 'lane 1' });
      if (desk.stock.length >= 2 * stockMaxOf(desk, limits.stockPerEndpoint)) return options.giveBack([row]);
      desk.stock.push({ row, receiver, sinceMs: world.monotonicMs() });
      stocked += 1;
      pump(desk);
    },
    busy(lane) {
      const isBusy = (desk: Desk): boolean => (lane === 1 ? desk.inFlight + desk.stock.length > 0 : desk.lane === 1 || isFull(desk));
      return [...desks.values()].filter(isBusy).map((desk) => desk.endpointId);
    },
    room: (lane) => (lane === 0 ? Math.min(healthy.free() + limits.stockMax, limits.stockMax + limits.healthy.youngMax) - stocked : suspect.free()),
    clear(which) {
      const bornBefore = world.monotonicMs() - limits.stockAgeMs;
      for (const desk of desks.values()) {
        const oldest = desk.stock[0];
        if (oldest && (which === 'all' || oldest.sinceMs < bornBefore)) empty(desk);
        if (desk.inFlight === 0 && desk.stock.length === 0 && (desks.size > SPECIAL_DESKS_MAX || desk.usedMs < world.monotonicMs() - IDLE_MS)) desks.delete(desk.endpointId);
      }
    },
  };
}
