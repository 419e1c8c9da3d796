import { expect, test } from 'vitest';
import type { OutgoingRequest, OutgoingResult, World } from '../../../kernel/running/world.ts';
import { createRouter } from './create-router.ts';

const here = { lat: 8.484, lng: -13.234 };
const there = { lat: 8.454, lng: -13.275 };

/** A routing service that answers as it is told to, and the clock that the router goes by. */
function setup(routerUrl: string | null = 'http://router.example') {
  const asked: OutgoingRequest[] = [];
  const state = { answer: (): Partial<OutgoingResult> => found(7_449), nowMs: 0 };
  const warned: string[] = [];
  const world = {
    monotonicMs: () => state.nowMs,
    send: async (request: OutgoingRequest) => {
      asked.push(request);
      return {
        status: null,
        error: null,
        hint: null,
        headers: {},
        body: Buffer.alloc(0),
        durationMs: 1,
        remoteAddress: null,
        ...state.answer(),
      };
    },
  } as Partial<World> as World;
  const ignore = (): void => undefined;
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_: object, message: string) => void warned.push(message),
  };
  return { asked, state, warned, router: createRouter({ world, log, settings: { routerUrl } }) };
}
const found = (distance: number) => ({
  status: 200,
  body: Buffer.from(JSON.stringify({ code: 'Ok', routes: [{ distance }] })),
});
const pinned = (nth: number) => ({ lat: 8 + nth / 100, lng: -13 });

test('a way is measured once, to a tenth of a kilometre, in 800 ms at most', async () => {
  const { router, asked } = setup();
  expect(await Promise.all([router.measure(here, there), router.measure(here, there)])).toEqual([74, 74]);
  expect(await router.measure(here, there)).toBe(74);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    method: 'GET',
    deadlineMs: 800,
    url: 'http://router.example/route/v1/driving/-13.2340,8.4840;-13.2750,8.4540?overview=false',
  });
});

test('a way is measured anew after a day, for roads change', async () => {
  const { router, state, asked } = setup();
  await router.measure(here, there);
  state.answer = () => found(9_000);
  state.nowMs = 86_399_999;
  expect(await router.measure(here, there)).toBe(74);
  state.nowMs = 86_400_000;
  expect([await router.measure(here, there), await router.measure(here, there), asked.length]).toEqual([
    90, 90, 2,
  ]);
});

test('without a router nothing is asked', async () => {
  const { router, asked } = setup(null);
  expect(await router.measure(here, there)).toBeNull();
  expect(asked).toHaveLength(0);
});

test.each([
  ['no way', { status: 400, body: Buffer.from('{"code":"NoRoute"}') }],
  ['no JSON', { status: 200, body: Buffer.from('<html>') }],
  ['a distance below nothing', found(-1)],
  ['something else', { status: 200, body: Buffer.from('{"code":"Ok","routes":[]}') }],
])('%s is an answer, and the straight line counts', async (_what, answer) => {
  const { router, state, asked } = setup();
  state.answer = () => answer;
  for (let nth = 0; nth < 5; nth += 1) expect(await router.measure(pinned(nth), there)).toBeNull();
  expect(asked).toHaveLength(5);
});

test('a router that fails three times in a row is left alone for 30 seconds, then tried once', async () => {
  const { router, state, asked, warned } = setup();
  state.answer = () => ({ error: 'timeout' });
  for (let nth = 0; nth < 10; nth += 1) expect(await router.measure(pinned(nth), there)).toBeNull();
  expect([asked.length, warned.length]).toEqual([3, 1]);
  state.nowMs = 30_000;
  expect(await Promise.all([router.measure(pinned(20), there), router.measure(pinned(21), there)])).toEqual([
    null,
    null,
  ]);
  expect(asked).toHaveLength(4);
  state.nowMs = 60_000;
  state.answer = () => found(1_000);
  expect(await router.measure(pinned(30), there)).toBe(10);
  expect(await router.measure(pinned(31), there)).toBe(10);
  expect(await router.measure(pinned(0), there)).toBe(10);
});
