import { formatTime, type Input, type Operations, type TestClock } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import { readTime } from '../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { presentClock, settleClock } from './create-test-clock.ts';
import type { Merchants } from './module.ts';
import { lockClock, setClock, type ClockRecord } from './test-clocks.queries.ts';

type Body = Input<Operations['advanceTestClock']>['body'];

/** Where `to` may lead to at most. */
const LATEST = new Date('2200-01-01T00:00:00Z');

/** Moves the merchant's test clock forward and answers after what became due is done. */
export async function advanceTestClock(
  { params, body }: Input<Operations['advanceTestClock']>,
  call: Call,
  module: Merchants,
): Promise<Reply<TestClock>> {
  const target = targetOf(body, call);

  const advanced = await effect(module, call, {
    work: async (tx) => {
      const clock = await lockClock(tx, call.tenant, params.id);
      if (!clock) throw clockNotFound(params.id);
      const frozenAt = target(clock.frozen_at);
      refuseBackwards(clock, frozenAt);
      const moved = await setClock(tx, call.tenant, { id: clock.id, frozen_at: frozenAt });
      if (!moved) throw clockNotFound(params.id);
      return reply(presentClock(moved));
    },
  });
  await settleClock(module, call, advanced.data);
  return advanced;
}

/** The same refusal for absent, another merchant's and malformed. */
export function clockNotFound(id: string): Failure {
  return new Failure('CLOCK_NOT_FOUND', `There is no test clock ${id}.`);
}

function targetOf({ seconds, to }: Body, call: Call): (from: Date) => Date {
  if ((seconds === undefined) === (to === undefined))
    throw invalid({ path: 'seconds', message: 'or to is required, and not both' });
  if (to !== undefined) {
    const at = readTime(to, { path: 'to', call });
    return () => at;
  }
  const milliseconds = (seconds ?? 0) * 1_000;
  return (from) => new Date(from.getTime() + milliseconds);
}

function refuseBackwards(clock: ClockRecord, to: Date): void {
  if (to >= LATEST) throw invalid({ path: 'seconds', message: 'must not lead beyond the year 2199' });
  if (to >= clock.frozen_at) return;
  const [stands, wanted] = [formatTime(clock.frozen_at), formatTime(to)];
  throw new Failure(
    'STATE_CONFLICT',
    `The test clock stands at ${stands} and only moves forward; ${wanted} lies behind.`,
    { details: { from: stands, to: wanted, allowed: [] } },
  );
}
