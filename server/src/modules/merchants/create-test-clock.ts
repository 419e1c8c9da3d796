import {
  formatTime,
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type TestClock,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { readTime } from '../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Merchants } from './module.ts';
import { putClock, type ClockRecord } from './test-clocks.queries.ts';

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

/** The clock's new time reaches keys in memory, and what it made due is done. A kept answer may lack what an older program did not tell. */
export async function settleClock(
  module: Merchants,
  { tenant }: Call,
  { now }: Partial<TestClock>,
): Promise<void> {
  module.authenticator.forget(tenant.merchantId);
  if (now !== undefined) await module.runDue(tenant, new Date(now));
}

export function presentClock(clock: ClockRecord): TestClock {
  return {
    id: clock.id,
    now: formatTime(clock.frozen_at),
    created_at: formatTime(clock.created_at),
    livemode: false,
  };
}
