import { expect, test } from 'vitest';
import type { Claim, Claimed } from './claim.queries.ts';
import { createWalk } from './walk.ts';

/** A claim that looked at no endpoints but those that had something. */
const claimOf = (...endpoints: readonly string[]): Claim => ({
  rows: endpoints.map((endpoint_id) => ({ endpoint_id }) as Claimed),
  looked: endpoints.length,
  last: endpoints.toSorted().at(-1) ?? '',
  places: new Map(),
});
const open = () => createWalk({ rowsMax: 100, endpointsMax: 4, lookAgainMs: 200 });
const asked = { wanted: 100, perEndpoint: 100 };

test('it goes on behind the last endpoint that had something, and begins anew at the end', () => {
  const walk = open();
  expect(walk.begin({ nowMs: 0, someBusy: false }).cursor).toBe('');
  expect(walk.end(claimOf('b', 'a', 'd', 'c'), asked)).toBe(false);
  expect(walk.begin({ nowMs: 1, someBusy: false }).cursor).toBe('d');
  expect(walk.end(claimOf('e'), asked)).toBe(true);
  expect(walk.begin({ nowMs: 2, someBusy: false }).cursor).toBe('');
});

test('one endpoint alone may fill a claim, many share it', () => {
  const walk = open();
  expect(walk.begin({ nowMs: 0, someBusy: false }).perEndpoint).toBe(100);
  walk.end(claimOf('a', 'b', 'c', 'd'), asked);
  expect(walk.begin({ nowMs: 0, someBusy: false }).perEndpoint).toBe(25);
});

test('having found all there was, it looks again only for news, for room that was missing, or after a while', () => {
  const walk = open();
  const look = (nowMs: number, someBusy: boolean): void => {
    walk.begin({ nowMs, someBusy });
    walk.end(claimOf(), asked);
  };
  expect(walk.isWorthALook(0)).toBe(true);
  look(0, false);
  walk.roomMade();
  expect([walk.isWorthALook(199), walk.isWorthALook(200)]).toEqual([false, true]);
  look(200, true);
  walk.roomMade();
  expect(walk.isWorthALook(201)).toBe(true);
  look(201, false);
  walk.newsCame();
  expect(walk.isWorthALook(202)).toBe(true);
});

test('it passes by endpoints of which everything is held, however many they are', () => {
  const walk = open();
  walk.begin({ nowMs: 0, someBusy: false });
  expect(walk.end({ rows: [], looked: 4, last: 'd', places: new Map() }, asked)).toBe(false);
  expect(walk.isWorthALook(0)).toBe(true);
  expect(walk.begin({ nowMs: 0, someBusy: false }).cursor).toBe('d');
  expect(walk.end({ rows: [], looked: 1, last: 'e', places: new Map() }, asked)).toBe(true);
});
