import { moduleOf } from '../../kernel/call/module.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Pos } from './module.ts';
import { posLoops } from './open-pos.ts';
import * as operations from './operations.ts';
import { overviewOfPos } from './overview.ts';
import { searchPos } from './search.ts';
import { runDueSalesOnClock } from './sales/run-due-sales.ts';
import { verifyPos } from './verify-pos.ts';

export const posModule = moduleOf<Pos>()({
  operations,
  loops: posLoops,
  runDue: runDuePosOnClock,
  overview: overviewOfPos,
  search: searchPos,
  verify: verifyPos,
});

/** What a test clock makes due at the till. */
async function runDuePosOnClock(module: Pos, tenant: Tenant, now: Date): Promise<void> {
  await runDueSalesOnClock(module, tenant, now);
}
