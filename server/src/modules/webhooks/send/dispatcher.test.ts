import { expect, test } from 'vitest';
import type { PlainMessage } from '../fan-out/plan-messages.ts';
import type { Claimed } from './claim.queries.ts';
import { Dispatcher } from './dispatcher.ts';
import { SENDER_LIMITS } from './dispatcher-options.ts';
import type { EndpointReceiver } from './endpoint-cache.ts';
import type { Outcome } from './outcome.ts';
import type { TellAttempt } from './post-once.ts';

const row = { endpoint_id: 'we', merchant_id: 'mch', livemode: true, endpoint_lane: 0 } as Claimed;
const SUCCESS = { row, status: 'succeeded', attempt: null } as Outcome;

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
