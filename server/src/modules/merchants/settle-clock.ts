import type { TestClock } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import type { Merchants } from './module.ts';
import { findClockTime, noteSettled, takeCutOffMoves, type CutOffMove } from './test-clocks.queries.ts';

/**
 * The clock's new time reaches keys in memory, and what it made due is done; by a repeated request too, for the first may
 * have been cut off, but nothing beyond where the clock stands by now. A kept answer may lack what an older program did not
 * tell.
 */
export async function settleClock(
  module: Merchants,
  { tenant }: Call,
  { now }: Partial<TestClock>,
): Promise<void> {
  module.authenticator.forget(tenant.merchantId);
  const runner = module.store.of(tenant);
  const stands = await findClockTime(runner, tenant);
  if (now === undefined || stands === null) return;
  const moved = new Date(now);
  await module.runDue(tenant, moved < stands ? moved : stands);
  await noteSettled(runner, tenant, moved);
}

/** Of so many a turn takes care, and others have theirs. */
const MOVES_A_TURN = 20;

/** Does what clocks made due whose move was cut off; answers of how many. One that fails is taken again when its lease is over. */
export async function finishCutOffMoves(module: Merchants): Promise<number> {
  const moves = await takeCutOffMoves(module.store.system, MOVES_A_TURN);
  for (const move of moves) await finish(module, move);
  return moves.length;
}

async function finish(
  { runDue, store, log }: Merchants,
  { tenant, clock, frozenAt }: CutOffMove,
): Promise<void> {
  try {
    await runDue(tenant, frozenAt);
    await noteSettled(store.of(tenant), tenant, frozenAt);
  } catch (error) {
    log.error({ error, clock }, 'What a test clock made due was not finished.');
  }
}
