import { expect, test } from 'vitest';
import {
  capacityOf,
  createEndpointQueue,
  leasedUpTo,
  noteLeased,
  rateWaitMs,
  stockMaxOf,
  type EndpointQueue,
} from './endpoint-queue.ts';
import type { Claimed } from './claim.queries.ts';

const queue = (more: Partial<EndpointQueue>): EndpointQueue =>
  Object.assign(
    createEndpointQueue(
      { endpoint_id: 'we', merchant_id: 'mch', livemode: true, endpoint_lane: 0 } as Claimed,
      0,
    ),
    more,
  );

test('a suspect is tried one at a time; of the others each gets less the more of all requests hang', () => {
  expect(capacityOf(queue({ lane: 1, maxInFlight: 8 }), 0)).toBe(1);
  expect([0, 0.5, 0.9, 1.2].map((pressure) => capacityOf(queue({ maxInFlight: 8 }), pressure))).toEqual([
    8, 4, 1, 1,
  ]);
});

test('so much is leased ahead as goes out within two seconds', () => {
  expect(stockMaxOf(queue({ maxInFlight: 8, meanMs: 100 }), 512)).toBe(160);
  expect(stockMaxOf(queue({ maxInFlight: 8, meanMs: 1 }), 512)).toBe(512);
  expect(stockMaxOf(queue({ maxInFlight: 8, meanMs: 1, ratePerSecond: 3 }), 512)).toBe(6);
  expect(stockMaxOf(queue({ maxInFlight: 1, meanMs: 60_000 }), 512)).toBe(1);
  expect(stockMaxOf(queue({ lane: 1, maxInFlight: 8 }), 512)).toBe(1);
});

test('over a minute an endpoint gets as many requests as its rate allows, and one short burst', () => {
  const limited = queue({ ratePerSecond: 20 });
  let sent = 0;
  for (let nowMs = 0; nowMs <= 60_000; nowMs += 1) {
    while (rateWaitMs(limited, nowMs) === 0) {
      limited.tokens -= 1;
      sent += 1;
    }
  }
  expect(sent).toBeGreaterThanOrEqual(1_199);
  expect(sent).toBeLessThanOrEqual(1_203);
});

test('while it is kept busy, claims look on behind what was leased, and through all of it once a second', () => {
  const busy = queue({ inFlight: 1 });
  expect(leasedUpTo(busy, 0)).toBe(null);
  noteLeased(busy, ['2026-11-21', '7'], 100);
  noteLeased(busy, ['2026-11-22', '8'], 900);
  expect(leasedUpTo(busy, 1_000)).toEqual(['2026-11-22', '8']);
  expect(leasedUpTo(busy, 1_101)).toBe(null);
  noteLeased(busy, ['2026-11-23', '9'], 1_200);
  expect(leasedUpTo(busy, 1_300)).toEqual(['2026-11-23', '9']);
  noteLeased(busy, null, 1_300);
  expect(leasedUpTo(busy, 1_300)).toBe(null);
  expect(leasedUpTo(queue({ leasedTo: ['2026-11-23', '9'], leasedToSinceMs: 0 }), 1)).toBe(null);
});
