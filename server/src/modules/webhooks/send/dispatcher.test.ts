import { afterEach, expect, test, vi } from 'vitest';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Claimed } from './claim.queries.ts';
import { Dispatcher } from './dispatcher.ts';
import { SENDER_LIMITS } from './dispatcher-options.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import type { Outcome } from './outcome.ts';
import type { TellAttempt } from './post-once.ts';

const row = { endpoint_id: 'we', merchant_id: 'mch', livemode: true, endpoint_lane: 0 } as Claimed;
const FAILURE = { row, status: 'failed', attempt: null } as unknown as Outcome;
const SUCCESS = { row, status: 'succeeded', attempt: null } as Outcome;

afterEach(() => vi.useRealTimers());

/** A dispatcher with one failing endpoint, `we`, and what its attempts are answered. */
function besideFailing() {
  const asked = new Map<string, TellAttempt[]>();
  const rooms: number[] = [];
  const dispatcher = new Dispatcher({
    limits: SENDER_LIMITS,
    world: { monotonicMs: () => 0 },
    post: ({ row: { endpoint_id: id } }, tell) => void asked.set(id, [...(asked.get(id) ?? []), tell]),
    settle: (_outcome, done) => done(),
    onIdle: () => undefined,
    giveBack: () => undefined,
    sweep: () => undefined,
    onRoom: (lane) => void rooms.push(lane),
    onFault: () => undefined,
  });
  const send = (of: Claimed): TellAttempt => {
    dispatcher.accept(of, {
      receiver: { maxInFlight: 8, ratePerSecond: null } as EndpointReceiver,
      message: {} as PlainMessage,
      lane: of.endpoint_lane ?? 0,
    });
    const tell = asked.get(of.endpoint_id)?.at(-1);
    if (!tell) throw new Error('Nothing was sent.');
    return tell;
  };
  const fail = (times: number): void => {
    for (let count = 0; count < times; count += 1) send({ ...row, endpoint_lane: 1 })(FAILURE);
  };
  return { dispatcher, rooms, send, fail, wants: () => !dispatcher.inputs().busy.includes('we') };
}

const OTHER = { ...row, endpoint_id: 'other' } as Claimed;

test('what goes on failing is given a rest between two attempts where others were sent to lately, and says when it is over', () => {
  vi.useFakeTimers();
  const { dispatcher, rooms, send, fail, wants } = besideFailing();
  send(OTHER);
  fail(10);
  expect([wants(), dispatcher.resting()]).toEqual([true, 0]);
  fail(1);
  expect([wants(), dispatcher.resting()]).toEqual([false, 1]);
  const before = rooms.length;
  vi.advanceTimersByTime(249);
  expect([wants(), rooms.length]).toEqual([false, before]);
  vi.advanceTimersByTime(1);
  expect([wants(), dispatcher.resting(), rooms.length]).toEqual([true, 0, before + 1]);
});

test('nothing rests where nobody else was sent to, nor once it has answered well', () => {
  vi.useFakeTimers();
  const { dispatcher, send, fail, wants } = besideFailing();
  fail(100);
  expect([wants(), dispatcher.resting()]).toEqual([true, 0]);
  const toOther = send(OTHER);
  send({ ...row, endpoint_lane: 1 })(SUCCESS);
  fail(10);
  expect([wants(), dispatcher.resting()]).toEqual([true, 0]);
  toOther({ ...SUCCESS, row: OTHER });
});

test('an endpoint that is given a rate while much is sent to it does not wait for what went before', () => {
  let nowMs = 0;
  const asked: TellAttempt[] = [];
  const dispatcher = new Dispatcher({
    limits: SENDER_LIMITS,
    world: { monotonicMs: () => nowMs },
    post: (_item, tell) => void asked.push(tell),
    settle: (_outcome, done) => done(),
    onIdle: () => undefined,
    giveBack: () => undefined,
    sweep: () => undefined,
    onRoom: () => undefined,
    onFault: () => undefined,
  });
  const send = (ratePerSecond: number | null): void =>
    dispatcher.accept(row, {
      receiver: { maxInFlight: 8, ratePerSecond } as EndpointReceiver,
      message: {} as PlainMessage,
      lane: 0,
    });
  // One is always under way, so that the endpoint is not forgotten in between.
  send(null);
  for (let count = 1; count <= 1_000; count += 1) {
    send(null);
    asked[count - 1]?.(SUCCESS);
  }
  nowMs = 1_000;
  send(10);
  expect(asked).toHaveLength(1_002);
  dispatcher.clear('all');
});
