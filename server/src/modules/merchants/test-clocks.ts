import {
  formatTime,
  idRandomBytes,
  makeId,
  type Deleted,
  type Input,
  type Operations,
  type TestClock,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { readTime } from '../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import type { Merchants } from './module.ts';
import { settleClock } from './settle-clock.ts';
import { lockClock, putClock, removeClock, setClock, type ClockRecord } from './test-clocks.queries.ts';

/**
 * Freezes business time of the merchant's test data at a moment, and answers when what is due by then is done.
 * A merchant has one clock: created again, it is the same clock at the new time.
 */
export async function createTestClock(
  { body }: Input<Operations['createTestClock']>,
  call: Call,
  module: Merchants,
): Promise<Reply<TestClock>> {
  const { world } = module;
  const { tenant } = call;
  const now = world.now();
  const frozenAt = body.now === undefined ? now : readTime(body.now, { path: 'now', call });

  const created = await effect(module, call, {
    single: true,
    work: async (runner) => {
      const id = makeId('clk_', now.getTime(), world.randomBytes(idRandomBytes));
      const clock = await putClock(runner, tenant, { id, frozen_at: frozenAt, created_at: now });
      if (!clock) throw new Error('A test clock was not stored.');
      return reply(presentClock(clock));
    },
  });
  await settleClock(module, call, created.data);
  return created;
}

function presentClock(clock: ClockRecord): TestClock {
  return {
    id: clock.id,
    now: formatTime(clock.frozen_at),
    created_at: formatTime(clock.created_at),
    livemode: false,
  };
}

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
function clockNotFound(id: string): Failure {
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

/** Ends a test clock: business time of the merchant's test data is the present again. */
export async function deleteTestClock(
  { params }: Input<Operations['deleteTestClock']>,
  { tenant }: Call,
  module: Merchants,
): Promise<Reply<Deleted>> {
  if (!(await removeClock(module.store.of(tenant), tenant, params.id))) throw clockNotFound(params.id);
  module.authenticator.forget(tenant.merchantId);
  return reply({ id: params.id, deleted: true });
}
