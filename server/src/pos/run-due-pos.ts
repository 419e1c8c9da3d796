import type { Tenant } from '../core/tenant.ts';
import type { Pos } from './open-pos.ts';
import { runDueSalesOnClock } from './sales/run-due-sales.ts';

/** What a test clock makes due at the till. */
export async function runDuePosOnClock(room: Pos, tenant: Tenant, now: Date): Promise<void> {
  await runDueSalesOnClock(room, tenant, now);
}
