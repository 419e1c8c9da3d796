import type { Tenant } from '../core/tenant.ts';
import type { Invoices } from './open-invoices.ts';
import { recurOnClock } from './recurring/recur.ts';
import { makeRoundsOnClock } from './rounds/make-rounds.ts';

/** What a test clock makes due of invoices: first what recurs, then what falls due of all. */
export async function runDueInvoicesOnClock(room: Invoices, tenant: Tenant, now: Date): Promise<void> {
  await recurOnClock(room, tenant, now);
  await makeRoundsOnClock(room, tenant, now);
}
