import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passLeases } from '../../../test/kit/pass-leases.ts';
import { startService, type TestService } from '../../../test/kit/service.ts';
import type { Context } from '../call/context.ts';
import { outsideEffect, type Act, type OutsideCall } from './outside-effect.ts';
import { reply } from '../call/reply.ts';

const REPEATERS = 12;
const DAY_MS = 86_400_000;

let service: TestService;
let context: Context;
let merchantId: string;
let call: OutsideCall;

beforeAll(async () => {
  service = await startService();
  ({ context } = service.server.runtime);
  ({ id: merchantId } = await service.merchant());
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  call = {
    tenant: { merchantId, livemode: false },
    idempotency: { key: randomBytes(8).toString('hex'), hash: randomBytes(32) },
  };
});

type Said = { readonly by: string };

/** Work outside that somebody has begun, and that ends when it is told to. */
async function beginSlowly(by: string) {
  const signal = new EventEmitter();
  const begun = once(signal, 'begun');
  const answer = outsideEffect<Said>(context, call, async () => {
    const told = once(signal, 'end');
    signal.emit('begun');
    await told;
    return reply({ by });
  });
  await begun;
  return { answer, end: () => void signal.emit('end') };
}

/** Those who repeat it all at once, and how many of them did it. */
function repeat(by: string, on = context) {
  const seen = { done: 0, again: [] as boolean[] };
  const act: Act<Said> = async (again) => {
    seen.done += 1;
    seen.again.push(again);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return reply({ by });
  };
  const answers = Promise.all(
    Array.from({ length: REPEATERS }, () => outsideEffect<Said>(on, call, act).then(({ data }) => data)),
  );
  return { seen, answers };
}

/** The same node with a clock of its own that is days off. */
function withClock(days: number): Context {
  const { world } = context;
  return { ...context, world: { ...world, now: () => new Date(world.now().getTime() + days * DAY_MS) } };
}

test('of all who repeat a request whose server died, one goes on with it, and all get its answer', async () => {
  const lost = await beginSlowly('lost');
  await passLeases(service);
  const { seen, answers } = repeat('next');
  expect(await answers).toEqual(Array.from({ length: REPEATERS }, () => ({ by: 'next' })));
  expect(seen).toEqual({ done: 1, again: [true] });
  lost.end();
  expect((await lost.answer).data, 'who was slow and not dead').toEqual({ by: 'next' });
});

test.each([-1, 1, 400])(
  'what somebody is at is waited for, also by a node whose clock is %i days off',
  async (days) => {
    const first = await beginSlowly('first');
    const { seen, answers } = repeat('second', withClock(days));
    await new Promise((resolve) => setTimeout(resolve, 300));
    first.end();
    expect(await answers).toEqual(Array.from({ length: REPEATERS }, () => ({ by: 'first' })));
    expect([seen.done, (await first.answer).data]).toEqual([0, { by: 'first' }]);
  },
);
