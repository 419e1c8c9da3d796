import { expect, test } from 'vitest';
import { createClockJudge } from './judge-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function clocks() {
  const state = { wallMs: Date.UTC(2026, 10, 21), steadyMs: 0, databaseMs: Date.UTC(2026, 10, 21) };
  const judge = createClockJudge(
    { now: () => new Date(state.wallMs), monotonicMs: () => state.steadyMs },
    async () => new Date(state.databaseMs),
  );
  const pass = (ms: number): void => {
    state.wallMs += ms;
    state.steadyMs += ms;
    state.databaseMs += ms;
  };
  return { state, judge, pass };
}

test("a clock that goes on steadily beside the database's is believed", async () => {
  const { state, judge, pass } = clocks();
  expect(await judge()).toBe(true);
  pass(40 * DAY_MS);
  expect(await judge()).toBe(true);
  state.databaseMs -= HOUR_MS;
  expect(await judge()).toBe(true);
});

test("a clock that is more than a day apart from the database's is not, in either direction", async () => {
  const { state, judge } = clocks();
  state.databaseMs -= DAY_MS + 1;
  expect(await judge()).toBe(false);
  state.databaseMs += 2 * DAY_MS + 2;
  expect(await judge()).toBe(false);
});

test("a clock that was stepped by more than a day must go on steadily for a day, also where the database's was stepped with it", async () => {
  const { state, judge, pass } = clocks();
  for (const ms of [400 * DAY_MS, -400 * DAY_MS]) {
    state.wallMs += ms;
    state.databaseMs += ms;
    expect(await judge()).toBe(false);
    pass(DAY_MS - HOUR_MS);
    expect(await judge()).toBe(false);
    pass(HOUR_MS);
    expect(await judge()).toBe(true);
  }
});

test("an hour forth and back, or a night's sleep of the machine, is no step", async () => {
  const { state, judge } = clocks();
  for (const ms of [HOUR_MS, -HOUR_MS, 10 * HOUR_MS]) {
    state.wallMs += ms;
    state.databaseMs += ms;
    expect(await judge()).toBe(true);
  }
});
