import type { EndpointReceiver } from './endpoint-cache.ts';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Claimed, QueuePlace } from './claim.queries.ts';
import type { Outcome } from './outcome.ts';
import type { Sweep } from './upkeep.ts';

/** A leased delivery that waits here for its turn. */
export type Stocked = {
  readonly row: Claimed;
  readonly receiver: EndpointReceiver;
  readonly message: PlainMessage;
  readonly sinceMs: number;
};

/** What this node knows of one endpoint while it sends to it. */
export type EndpointQueue = {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  /** 0 answers well; 1 is tried one request at a time. */
  lane: number;
  /** Whether its failing has been noted and no success since. */
  failing: boolean;
  /** Failed attempts here since its last success. */
  failures: number;
  /** This node's share; 0 where others have all of it. */
  maxInFlight: number;
  ratePerSecond: number | null;
  /** What was last known of it. */
  receiver: EndpointReceiver | null;
  /** How long its answers take, recent ones counting more. */
  meanMs: number;
  inFlight: number;
  stock: Stocked[];
  /** Requests it may be sent now, where it has a rate. */
  tokens: number;
  tokensAtMs: number;
  timer: NodeJS.Timeout | null;
  usedMs: number;
  /** Up to where its ready rows were leased here, and since when that is believed. */
  leasedTo: QueuePlace | null;
  leasedToSinceMs: number;
};

/** How long what comes back before the place up to which was leased may wait to be looked for. */
const LEASED_TO_MS = 1_000;

const STOCK_SECONDS = 2;
const BURST_SECONDS = 0.1;

export function createEndpointQueue(row: Claimed, nowMs: number): EndpointQueue {
  return {
    endpointId: row.endpoint_id,
    merchantId: row.merchant_id,
    livemode: row.livemode,
    lane: row.endpoint_lane ?? 1,
    failing: false,
    failures: 0,
    maxInFlight: 1,
    receiver: null,
    ratePerSecond: null,
    meanMs: 100,
    inFlight: 0,
    stock: [],
    tokens: 1,
    tokensAtMs: nowMs,
    timer: null,
    usedMs: nowMs,
    leasedTo: null,
    leasedToSinceMs: nowMs,
  };
}

/** How many requests may be under way; the fuller the room for waiting ones, the fewer. */
export function capacityOf(queue: EndpointQueue, pressure: number): number {
  return Math.min(
    queue.maxInFlight,
    queue.lane === 1 ? 1 : Math.max(1, Math.floor(queue.maxInFlight * (1 - pressure))),
  );
}

/** How many of its deliveries are worth leasing ahead: what goes out within two seconds. */
export function stockMaxOf(queue: EndpointQueue, stockPerEndpoint: number): number {
  if (queue.lane === 1) return 1;
  const perSecond = Math.min(
    (queue.maxInFlight * 1_000) / Math.max(1, queue.meanMs),
    queue.ratePerSecond ?? Number.POSITIVE_INFINITY,
  );
  return Math.max(1, Math.min(stockPerEndpoint, Math.floor(perSecond * STOCK_SECONDS)));
}

/** Milliseconds until the endpoint's rate allows a request; 0 when it does now. */
export function rateWaitMs(queue: EndpointQueue, nowMs: number): number {
  const rate = queue.ratePerSecond;
  if (rate === null) return 0;
  queue.tokens = Math.min(
    Math.max(1, rate * BURST_SECONDS),
    queue.tokens + ((nowMs - queue.tokensAtMs) / 1_000) * rate,
  );
  queue.tokensAtMs = nowMs;
  return queue.tokens >= 1 ? 0 : Math.ceil(((1 - queue.tokens) / rate) * 1_000);
}

/** Notes up to where its rows were leased. */
export function noteLeased(queue: EndpointQueue, place: QueuePlace | null, nowMs: number): void {
  if (queue.leasedTo === null || nowMs - queue.leasedToSinceMs > LEASED_TO_MS) queue.leasedToSinceMs = nowMs;
  queue.leasedTo = place;
}

/**
 * From where on its ready rows are worth looking at; null for all of them. While it is kept busy, what lies before is
 * leased or done, and looked through once a second for what fell due again or was written late.
 */
export function leasedUpTo(queue: EndpointQueue, nowMs: number): QueuePlace | null {
  return isIdle(queue) || nowMs - queue.leasedToSinceMs > LEASED_TO_MS ? null : queue.leasedTo;
}

export function isIdle(queue: EndpointQueue): boolean {
  return queue.inFlight === 0 && queue.stock.length === 0;
}

type Learned = {
  readonly laneChanged: boolean;
  /** What the endpoint's row does not say yet. */
  readonly note: Outcome['note'];
};

/**
 * What an attempt's outcome says of its endpoint. The first failure makes it a suspect, which is
 * tried one request at a time; the first success makes it healthy again. That limits, and never
 * discards.
 */
export function learn(
  queue: EndpointQueue,
  { status, row, attempt }: Pick<Outcome, 'status' | 'row' | 'attempt'>,
): Learned {
  if (attempt) queue.meanMs += (attempt.durationMs - queue.meanMs) / 8;
  // A drill is no fault of the receiver.
  if (status === 'skipped' || attempt?.drill === 'fail') return { laneChanged: false, note: null };
  const laneBefore = queue.lane;
  if (status === 'succeeded') {
    const isNews = queue.lane === 1 || queue.failing || row.endpoint_lane === 1;
    queue.lane = 0;
    queue.failing = false;
    queue.failures = 0;
    return { laneChanged: laneBefore === 1, note: isNews ? 'success' : null };
  }
  const isNews = !queue.failing;
  queue.failures += 1;
  queue.lane = 1;
  queue.failing = true;
  return { laneChanged: laneBefore === 0, note: isNews ? 'failure' : null };
}

/** What moves its rows that wait into the lane where it stands. */
export function sweepOf({ merchantId, livemode, endpointId, lane }: EndpointQueue): Sweep {
  return {
    merchant_id: merchantId,
    livemode,
    endpoint_id: endpointId,
    to: lane === 0 ? 'lane 0' : 'lane 1',
  };
}
